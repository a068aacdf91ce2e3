import { createHash } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { hashToken, isWellFormed, lastFour, mintToken } from './token.ts'

describe('a token', () => {
  it.each(['pbh_', 'pbk_'] as const)('is %s, 32 base62 characters and a checksum of 6', (prefix) => {
    const token = mintToken(prefix)
    expect(token).toMatch(new RegExp(`^${prefix}[0-9A-Za-z]{38}$`))
    expect(isWellFormed(token, prefix)).toBe(true)
  })

  it('ends in the CRC32 of all that stands before, in base 62, filled up with zeros', () => {
    const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
    for (let times = 0; times < 200; times++) {
      const token = mintToken('pbh_')
      const value = Array.from(token.slice(-6)).reduce((sum, digit) => sum * 62 + digits.indexOf(digit), 0)
      expect(value).toBe(crc32(token.slice(0, -6)))
    }
  })

  // Worked out with Python's zlib, so that a change of alphabet or order, which would refuse every token ever given out, is seen.
  it('keeps the checksum that it has always had', () => {
    expect(isWellFormed('pbk_000000000000000000000000000000002ZLDeW', 'pbk_')).toBe(true)
  })

  it('uses every character about equally often at every draw', () => {
    const seen = new Map<string, number>()
    const tokens = 20_000
    for (let times = 0; times < tokens; times++) {
      for (const digit of mintToken('pbk_').slice(4, 36)) seen.set(digit, (seen.get(digit) ?? 0) + 1)
    }
    const expected = (tokens * 32) / 62
    const chiSquare = [...seen.values()].reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0)
    expect(seen.size).toBe(62)
    // 61 degrees of freedom: chance alone exceeds 130 once in a million runs; drawing modulo 62 gives about 4,200.
    expect(chiSquare).toBeLessThan(130)
  })

  it('is never given out twice', () => {
    expect(new Set(Array.from({ length: 10_000 }, () => mintToken('pbk_'))).size).toBe(10_000)
  })

  it('with any one character changed is not well formed', () => {
    const token = mintToken('pbh_')
    fc.assert(
      fc.property(
        fc.nat(token.length - 1),
        fc.string({ minLength: 1, maxLength: 1, unit: 'grapheme' }),
        (at, other) => {
          fc.pre(token.charAt(at) !== other)
          expect(isWellFormed(token.slice(0, at) + other + token.slice(at + 1), 'pbh_')).toBe(false)
        },
      ),
    )
  })

  it.each([
    ['nothing', ''],
    ['the prefix alone', 'pbk_'],
    ['another kind of token', mintToken('pbh_')],
    ['a line feed at its end', `${mintToken('pbk_')}\n`],
    ['a space at its start', ` ${mintToken('pbk_')}`],
    ['one character missing', mintToken('pbk_').slice(0, -1)],
    ['the right length in other letters', `pbk_${'ü'.repeat(38)}`],
  ])('is not %s', (_what, text) => {
    expect(isWellFormed(text, 'pbk_')).toBe(false)
  })

  it('is kept as its SHA-256 and recognised by its last four characters', () => {
    const token = mintToken('pbk_')
    expect(hashToken(token)).toEqual(createHash('sha256').update(token, 'utf8').digest())
    expect(hashToken(token)).toHaveLength(32)
    expect(lastFour(token)).toBe(token.slice(38))
  })
})
