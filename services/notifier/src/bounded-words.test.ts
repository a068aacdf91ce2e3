import { expect, it } from '@jest/globals'
import { boundedWords } from './bounded-words.ts'

it.each(['', 'short', 'ä'.repeat(1_024)])('keeps what fits', (text) => {
  expect(boundedWords(text)).toBe(text)
})

it('cuts at 2,048 bytes, between characters', () => {
  expect(boundedWords(`x${'ä'.repeat(2_000)}`)).toBe(`x${'ä'.repeat(1_023)}`)
  expect(boundedWords('😀'.repeat(1_000))).toBe('😀'.repeat(512))
})

it('leaves out what PostgreSQL cannot store', () => {
  expect(boundedWords('a\0b')).toBe('a\ufffdb')
})
