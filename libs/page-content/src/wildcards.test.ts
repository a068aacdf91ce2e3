import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { compileWildcard, matchesWildcard, tokensOf } from './wildcards.ts'

const matches = (pattern: string, text: string) => matchesWildcard(compileWildcard(pattern), tokensOf(text))

describe('a text pattern', () => {
  it.each([
    ['Last updated *', 'Last updated 3 May', true],
    ['Last updated *', 'It was Last updated 3 May', false],
    ['# comments', '12 comments', true],
    ['# comments', '1,234 comments', true],
    ['# comments', 'no comments', false],
    ['# comments', '12 comments more', false],
    ['*#*', 'room 7a', true],
    ['*#*', 'room', false],
    ['#', '10', true],
    ['##', '10', false],
    ['Page 2 of #', 'Page 2 of 10', true],
    ['Page 2 of #', 'Page 21 of 10', false],
    ['a*b*c', 'a-b-b-c', true],
    ['a*b*c', 'a-c-b', false],
    ['a*a', 'a', false],
    ['*', '', true],
    ['a**b', 'ab', true],
    ['(.+)*', '(.+)!', true],
  ])('"%s" for "%s": %s', (pattern, text, expected) => {
    expect(matches(pattern, text)).toBe(expected)
  })

  it('matches what a regular expression would', () => {
    const piece = fc.constantFrom('a', 'b', ' ', '1', '23', '*', '#')
    const letter = fc.constantFrom('a', 'b', ' ', '1', '23')
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 8 }), fc.array(letter, { maxLength: 10 }), (pattern, text) => {
        const source = tokensOf(text.join('')).map((token) => (/\d/.test(token) ? `<${token}>` : token))
        const tokens = pattern.join('').match(/\d+|./g) ?? []
        const expression = tokens.map((token) =>
          token === '*' ? '(?:<\\d+>|[^<])*' : token === '#' ? '<\\d+>' : /\d/.test(token) ? `<${token}>` : token,
        )
        const expected = new RegExp(`^${expression.join('')}$`).test(source.join(''))
        expect(matches(pattern.join(''), text.join(''))).toBe(expected)
      }),
      { numRuns: 2_000 },
    )
  })

  it('takes linear time where an expression would backtrack', () => {
    const pattern = compileWildcard('*a'.repeat(99))
    const time = (length: number) => {
      const tokens = tokensOf('a'.repeat(length))
      const before = process.cpuUsage()
      expect(matchesWildcard(pattern, [...tokens, 'b'])).toBe(false)
      return process.cpuUsage(before).user / 1_000
    }
    time(1_000)
    expect(time(1_000_000)).toBeLessThan(2_000)
  })
})
