/**
 * A text pattern, divided at each `*`: the pieces occur in this order, the first at the start and the last at the end.
 */
export type Wildcard = { pieces: string[][] }

/** Stands for `#` in a pattern: any number. No token of a text is empty. */
const anyNumber = ''

/** Compiles a pattern in which `*` stands for any text, also none, and `#` for a number such as 7 or 1,234. */
export function compileWildcard(pattern: string): Wildcard {
  return { pieces: pattern.split('*').map((piece) => piece.split('#').flatMap(withNumberBetween)) }
}

function withNumberBetween(text: string, index: number): string[] {
  return index === 0 ? tokensOf(text) : [anyNumber, ...tokensOf(text)]
}

/** Numbers and single characters. Separators between digits belong to the number: "1,234" is one. */
export function tokensOf(text: string): string[] {
  return text.match(/\p{Nd}+(?:[.,'\u2019\u00a0\u202f]\p{Nd}+)*|[^\p{Nd}]/gu) ?? []
}

/**
 * Whether the whole text matches. Each piece is searched for once, from left to right, and never again: the time is the
 * length of the text times that of the pattern, whatever they contain.
 */
export function matchesWildcard({ pieces }: Wildcard, text: readonly string[]): boolean {
  const [first = []] = pieces
  if (pieces.length === 1) return first.length === text.length && matchesAt(text, 0, first)
  const last = pieces.at(-1) ?? []
  const end = text.length - last.length
  if (first.length > end || !matchesAt(text, 0, first) || !matchesAt(text, end, last)) return false
  let at = first.length
  for (const piece of pieces.slice(1, -1)) {
    while (at + piece.length <= end && !matchesAt(text, at, piece)) at += 1
    if (at + piece.length > end) return false
    at += piece.length
  }
  return true
}

function matchesAt(text: readonly string[], at: number, piece: readonly string[]): boolean {
  for (let index = 0; index < piece.length; index += 1) {
    const token = piece[index]
    const found = text[at + index] ?? ''
    if (token === anyNumber ? !isNumber(found) : token !== found) return false
  }
  return true
}

function isNumber(token: string): boolean {
  return /^\p{Nd}/u.test(token)
}
