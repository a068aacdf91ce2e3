import { expect, it } from '@jest/globals'
import fc from 'fast-check'
import { compileUrlPattern, matchesUrl, urlTokens } from './url-pattern.ts'

const matches = (pattern: string, text: string) => matchesUrl(compileUrlPattern(pattern), urlTokens(text))

it('matches what a regular expression would', () => {
  const piece = fc.constantFrom('a', '/', '1', '2', '.', '*', '#')
  const letter = fc.constantFrom('a', '/', '1', '2', '.')
  // Puts the pieces at any place of a long pattern.
  const start = fc.nat({ max: 70 }).map((length) => '/'.repeat(length))
  fc.assert(
    fc.property(
      start,
      fc.array(piece, { maxLength: 8 }),
      fc.array(letter, { maxLength: 10 }),
      (before, pattern, text) => {
        const expression = pattern.map((one) =>
          one === '*' ? '.*' : one === '#' ? "\\d+(?:[.,']\\d+)*" : one === '.' ? '\\.' : one,
        )
        const expected = new RegExp(`^${expression.join('')}$`).test(text.join(''))
        expect(matches(before + pattern.join(''), before + text.join(''))).toBe(expected)
      },
    ),
    { numRuns: 4_000 },
  )
})

it('follows all ways to match at once, where an expression would go back for each', () => {
  expect(matches('*a*#'.repeat(50), `/${'a1'.repeat(1_000)}/`)).toBe(false)
  expect(matches('/#'.repeat(100), '/1.1'.repeat(100))).toBe(true)
})

/** Milliseconds: the least of several, because others use the machine as well. */
function timeOf(pattern: string, text: string): number {
  const [compiled, tokens] = [compileUrlPattern(pattern), urlTokens(text)]
  const times = Array.from({ length: 20 }, () => {
    const began = performance.now()
    matchesUrl(compiled, tokens)
    return performance.now() - began
  })
  return Math.min(...times)
}

it.each([
  ['many stars', `/${'*a'.repeat(99)}b`],
  ['a long text between stars', `/*${'a'.repeat(196)}b*`],
  ['many numbers between stars', `/${'*#'.repeat(99)}b`],
  ['many numbers', `/*${'1#'.repeat(98)}b*`],
])('%s take a few times as long as one star, not a hundred times', (_what, pattern) => {
  const text = `/${'a1'.repeat(500)}${'a'.repeat(500)}${'1'.repeat(500)}`
  expect(timeOf(pattern, text)).toBeLessThan(timeOf('/*b', text) * 15)
})
