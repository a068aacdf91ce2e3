import { parse } from '@babel/parser'

/** A word or a sign of a source text, and where it stands. */
export type Lexeme = { text: string; start: number; end: number; isTrailingComma: boolean }

/**
 * The words and signs of a text. White space, line breaks, the kind of quotes and comments do not count, so two
 * spellings that a formatter makes of the same code are equal. The text of strings and templates is split like code:
 * a statement of SQL is found by its words, whatever holds it.
 */
export function lexemes(text: string): Lexeme[] {
  const found: Lexeme[] = []
  for (const { 0: word, index: start } of text.matchAll(/[\p{L}\p{N}_$]+|\S/gu)) {
    const spelling = word === '"' ? "'" : word
    found.push({ text: spelling, start, end: start + word.length, isTrailingComma: false })
  }
  for (const [index, lexeme] of found.entries()) {
    const next = found[index + 1]?.text
    lexeme.isTrailingComma = lexeme.text === ',' && (next === undefined || [')', ']', '}'].includes(next))
  }
  return found
}

/** The text of a file with its comments, and what never runs, as spaces: offsets stay. */
export function withoutComments(file: string, text: string): string {
  if (/\.(?:[cm]?[jt]s)$/.test(file)) return blank(text, commentsOf(text))
  if (file.endsWith('.sql')) return blank(text, matches(text, /--[^\n]*/g))
  return text
}

export type Range = { start: number; end: number }
export type Comment = Range & { value: string }

/** The comments of a TypeScript file. */
export function commentsOf(text: string): Comment[] {
  const { comments } = parseSource(text)
  return (comments ?? []).map(({ value, start, end }) => ({ value, start: start ?? 0, end: end ?? 0 }))
}

/** The syntax tree of a TypeScript file; one that has an error is read as far as possible. */
export function parseSource(text: string) {
  return parse(text, { sourceType: 'module', plugins: ['typescript'], errorRecovery: true, tokens: true })
}

function matches(text: string, pattern: RegExp): Range[] {
  return [...text.matchAll(pattern)].map(({ 0: found, index }) => ({ start: index, end: index + found.length }))
}

/** Writes spaces over some ranges of a text. */
export function blank(text: string, ranges: readonly Range[]): string {
  let result = text
  for (const { start, end } of ranges) {
    const spaces = result.slice(start, end).replace(/[^\n]/g, ' ')
    result = result.slice(0, start) + spaces + result.slice(end)
  }
  return result
}
