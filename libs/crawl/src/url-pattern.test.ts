import { expect, it } from '@jest/globals'
import fc from 'fast-check'
import { compileUrlPattern, matchesUrl, urlTokens } from './url-pattern.ts'

const matches = (pattern: string, text: string) => matchesUrl(compileUrlPattern(pattern), urlTokens(text))

it('matches what a regular expression would', () => {
  const piece = fc.constantFrom('a', '/', '1', '2', '.', '*', '#')
  const letter = fc.constantFrom('a', '/', '1', '2', '.')
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 8 }), fc.array(letter, { maxLength: 10 }), (pattern, text) => {
      const expression = pattern.map((one) =>
        one === '*' ? '.*' : one === '#' ? "\\d+(?:[.,']\\d+)*" : one === '.' ? '\\.' : one,
      )
      const expected = new RegExp(`^${expression.join('')}$`).test(text.join(''))
      expect(matches(pattern.join(''), text.join(''))).toBe(expected)
    }),
    { numRuns: 2_000 },
  )
})

it('follows all ways to match at once, where an expression would go back for each', () => {
  expect(matches('*a*#'.repeat(50), `/${'a1'.repeat(1_000)}/`)).toBe(false)
  expect(matches('/#'.repeat(100), '/1.1'.repeat(100))).toBe(true)
})
