import { describe, expect, it } from '@jest/globals'
import { normaliseText } from './normalise-text.ts'

describe('text is compared', () => {
  it.each([
    ['collapsed', ' a \n\t b\u00a0c\u3000d ', 'a b c d'],
    ['composed', 'cafe\u0301', 'caf\u00e9'],
    ['without zero-width characters', 'zero\u200bwidth\ufeff\u2060', 'zerowidth'],
    ['without soft hyphens', 'hy\u00adphen', 'hyphen'],
    ['without marks of direction', '\u200eabc\u200f', 'abc'],
    ['as it is', 'plain text', 'plain text'],
    ['empty', ' \u200b ', ''],
  ])('%s', (_how, text, expected) => {
    expect(normaliseText(text)).toBe(expected)
  })

  it('in linear time, however many combining characters follow one another', () => {
    const before = process.cpuUsage()
    const text = normaliseText(`a${'\u0301\u0327'.repeat(500_000)}b`)
    expect(process.cpuUsage(before).user / 1_000).toBeLessThan(2_000)
    expect([text.length < 100, text.endsWith('b')]).toEqual([true, true])
  })
})
