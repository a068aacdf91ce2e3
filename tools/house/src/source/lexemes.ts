import { parse } from '@babel/parser'

/** A token of a source text, and its position. */
export type Lexeme = { text: string; start: number; end: number; isTrailingComma: boolean }

/**
 * The tokens of a text. White space, line breaks, quote style and comments are ignored, so code is equal in any format.
 * Strings and templates are split like code: a SQL statement is found by its words.
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

/** The text of a file with comments and dead code as spaces, so that offsets stay valid. */
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

/** The syntax tree of a TypeScript file, partial after a syntax error. */
export function parseSource(text: string) {
  return parse(text, { sourceType: 'module', plugins: ['typescript'], errorRecovery: true, tokens: true })
}

function matches(text: string, pattern: RegExp): Range[] {
  return [...text.matchAll(pattern)].map(({ 0: found, index }) => ({ start: index, end: index + found.length }))
}

/** Replaces ranges of a text with spaces. */
export function blank(text: string, ranges: readonly Range[]): string {
  let result = text
  for (const { start, end } of ranges) {
    const spaces = result.slice(start, end).replace(/[^\n]/g, ' ')
    result = result.slice(0, start) + spaces + result.slice(end)
  }
  return result
}
