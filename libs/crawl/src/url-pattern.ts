import { unifyEscapes } from '@pagebell/urls/normalise-url'

/**
 * A pattern of paths with their query: characters, escapes such as %C3, `*` for any text, also none, and `#` for a number
 * such as 7 or 1.2. Each field says at which of its tokens something stands, a bit for each token.
 */
export type UrlPattern = {
  /** How many tokens it has. */
  length: number
  stars: Bits
  numbers: Bits
  literals: ReadonlyMap<string, Bits>
}
/** The least significant bit of the first item is bit 0. */
type Bits = Int32Array

const bitsPerWord = 32

/** Compiles a pattern, whose other characters are written as a URL writes them. */
export function compileUrlPattern(pattern: string): UrlPattern {
  const queryAt = pattern.indexOf('?')
  const written = pattern.replace(/[^!-~]|["<>^`{}']/gu, (character, at: number) => {
    const isQuery = queryAt >= 0 && at > queryAt
    // The parser removes spaces at the ends.
    const { pathname, search } = new URL(`https://example.com/${isQuery ? '?' : ''}-${character}-`)
    return (isQuery ? search : pathname).slice('/-'.length, -'-'.length)
  })
  // No two stars are beside each other, which a match relies on.
  const tokens = urlTokens(written.replace(/\*+/g, '*'))
  const bitsOf = (token: string): Bits => {
    const bits = emptyBits(tokens.length)
    for (const [at, one] of tokens.entries()) if (one === token) setBit(bits, at)
    return bits
  }
  const literals = new Set(tokens).difference(new Set(['*', '#']))
  return {
    length: tokens.length,
    stars: bitsOf('*'),
    numbers: bitsOf('#'),
    literals: new Map([...literals].map((token) => [token, bitsOf(token)])),
  }
}

/** Characters and escapes: the digits of an escape are no number. */
export function urlTokens(text: string): string[] {
  return unifyEscapes(text).match(/%[0-9A-F]{2}|./gs) ?? []
}

/**
 * Whether the whole text matches. All ways to match are followed at once, those of 32 tokens of the pattern in one step
 * (the Shift-And algorithm of Baeza-Yates and Gonnet), so that the time hardly depends on what text and pattern contain.
 */
export function matchesUrl({ length, stars, numbers, literals }: UrlPattern, text: readonly string[]): boolean {
  // What is matched so far may end before a token, or in the number of a `#`: after a digit, or after a separator.
  const [before, afterDigit, afterSeparator] = [emptyBits(length), emptyBits(length), emptyBits(length)]
  setBit(before, 0)
  if (hasBit(stars, 0)) setBit(before, 1)
  for (const character of text) {
    const literal = literals.get(character)
    const isDigit = character >= '0' && character <= '9'
    const isSeparator = character === '.' || character === ',' || character === "'"
    let carried = 0
    let left = 0
    for (let at = 0; at < before.length; at += 1) {
      const [here, star] = [before[at] ?? 0, stars[at] ?? 0]
      const inNumber = isDigit ? (here | (afterDigit[at] ?? 0) | (afterSeparator[at] ?? 0)) & (numbers[at] ?? 0) : 0
      const matched = (here & (literal?.[at] ?? 0)) | inNumber
      const reached = (here & star) | (matched << 1) | carried
      // A star may be no text.
      const passed = reached & star
      afterSeparator[at] = isSeparator ? (afterDigit[at] ?? 0) : 0
      afterDigit[at] = inNumber
      before[at] = reached | (passed << 1)
      carried = (matched | passed) >>> (bitsPerWord - 1)
      left |= (before[at] ?? 0) | (afterDigit[at] ?? 0) | (afterSeparator[at] ?? 0)
    }
    if (left === 0) return false
  }
  return hasBit(before, length)
}

/** For each token, and the end. */
const emptyBits = (tokens: number): Bits => new Int32Array(Math.floor(tokens / bitsPerWord) + 1)
const hasBit = (bits: Bits, at: number): boolean =>
  (((bits[Math.floor(at / bitsPerWord)] ?? 0) >>> (at % bitsPerWord)) & 1) === 1

function setBit(bits: Bits, at: number): void {
  const word = Math.floor(at / bitsPerWord)
  bits[word] = (bits[word] ?? 0) | (1 << (at % bitsPerWord))
}
