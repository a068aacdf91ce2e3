import { unifyEscapes } from '@pagebell/urls/normalise-url'

/**
 * A pattern of paths with their query: characters, escapes such as %C3, `*` for any text, also none, and `#` for a number
 * such as 7 or 1.2.
 */
export type UrlPattern = { tokens: readonly string[] }

/** Compiles a pattern, whose other characters are written as a URL writes them. */
export function compileUrlPattern(pattern: string): UrlPattern {
  const queryAt = pattern.indexOf('?')
  const written = pattern.replace(/[^!-~]|["<>^`{}']/gu, (character, at: number) => {
    const isQuery = queryAt >= 0 && at > queryAt
    // The parser removes spaces at the ends.
    const { pathname, search } = new URL(`https://example.com/${isQuery ? '?' : ''}-${character}-`)
    return (isQuery ? search : pathname).slice('/-'.length, -'-'.length)
  })
  return { tokens: urlTokens(written) }
}

/** Characters and escapes: the digits of an escape are no number. */
export function urlTokens(text: string): string[] {
  return unifyEscapes(text).match(/%[0-9A-F]{2}|./gs) ?? []
}

/** Before a token of the pattern, or in the number that a `#` stands for: after a digit, or after a separator. */
const phases = 3
const [before, afterDigit, afterSeparator] = [0, 1, 2]

/**
 * Whether the whole text matches. All ways to match are followed at once, so that the time is the length of the text
 * times that of the pattern at most, whatever they contain.
 */
export function matchesUrl({ tokens }: UrlPattern, text: readonly string[]): boolean {
  const seenAt = new Int32Array((tokens.length + 1) * phases).fill(-1)
  let states: number[] = []
  let next: number[] = []
  const add = (index: number, phase: number, at: number): void => {
    const state = index * phases + phase
    if (seenAt[state] === at) return
    seenAt[state] = at
    next.push(state)
    if (phase === afterDigit || (phase === before && tokens[index] === '*')) add(index + 1, before, at)
  }
  add(0, before, 0)
  for (const [at, character] of text.entries()) {
    if (next.length === 0) return false
    states = next
    next = []
    for (const state of states) {
      const index = Math.floor(state / phases)
      const phase = state % phases
      const token = tokens[index]
      if (phase === before && token === '*') add(index, before, at + 1)
      else if (phase === before && token !== '#') {
        if (token === character) add(index + 1, before, at + 1)
      } else if (/^\d$/.test(character)) add(index, afterDigit, at + 1)
      else if (phase === afterDigit && /^[.,']$/.test(character)) add(index, afterSeparator, at + 1)
    }
  }
  return next.includes(tokens.length * phases)
}
