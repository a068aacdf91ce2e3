import { expect, it } from '@jest/globals'
import fc from 'fast-check'
import { countWords, wordCodes } from './words.ts'

/** The words as text, without the space before the first one. */
function wordsOf(text: string): string {
  const { codes, end } = wordCodes(text)
  return String.fromCharCode(...codes.slice(1, end))
}

it.each([
  ["It's 3 o'clock: 鐘の音", 'it s 3 o clock 鐘 の 音'],
  ['  Naïve — café…  ', 'naïve café'],
  ['ПРИВЕТ, мир', 'привет мир'],
  ['ΟΔΟΣ ΣΑΣ', 'οδος σας'],
  ['İstanbul', 'i\u0307stanbul'],
  ['a×b «c» ² ½', 'a b c ² ½'],
  ['😀 a', 'a'],
  ['…', ''],
  ['', ''],
])('of %j the words are %j', (text, words) => {
  expect(wordsOf(text)).toBe(words)
  expect(countWords(text)).toBe(words === '' ? 0 : words.split(' ').length)
})

const letters = fc.constantFrom(...' .,—\u00a0\u2028ABCÄßÉæñжЖԱאب0٣²ªµ\u0301'.split(''))

it('known letters and others give the same words', () => {
  const known = fc.oneof(
    letters,
    fc.integer({ min: 0x80, max: 0x7ff }).map((code) => String.fromCharCode(code)),
  )
  fc.assert(
    fc.property(fc.array(known, { maxLength: 40 }), (signs) => {
      const text = signs.join('')
      // One sign beyond the table has the whole text read by regular expressions.
      expect(wordsOf(`${text} 鐘`)).toBe(`${wordsOf(text)} 鐘`.trim())
    }),
    { numRuns: 20_000 },
  )
})

it('a text longer than most is read as well', () => {
  expect(countWords('Ab, '.repeat(50_000))).toBe(50_000)
  expect(wordCodes('Ab, '.repeat(50_000)).end).toBe(3 * 50_000)
})
