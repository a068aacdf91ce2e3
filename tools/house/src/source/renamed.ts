import { type Lexeme, lexemes } from './lexemes.ts'
import { locate, type Target } from './locate.ts'
import type { SourceFile, Sources } from './source-files.ts'

/** Old word → new word. */
export type Renames = ReadonlyMap<string, string>
/** Where a text was moved: the folder, and the changed words. */
export type Renamed = { in: string; renames: Renames }

/**
 * Finds a text whose names were changed, or which was moved to another folder: the one place with the same punctuation
 * and keywords in which each name is consistently renamed, and at least a third are unchanged. Undefined for a text
 * that is still in place, or if no or several places match.
 */
export function findRenamed(sources: Sources, target: Target, otherFolders: readonly string[]): Renamed | undefined {
  if (stands(sources, target)) return undefined
  for (const folder of [target.in, ...otherFolders]) {
    const found = sources(folder).flatMap((source) => renamesIn(source, target.find))
    const [best, next] = found.toSorted((one, other) => one.size - other.size)
    if (best !== undefined && (next === undefined || next.size > best.size)) return { in: folder, renames: best }
  }
  return undefined
}

function stands(sources: Sources, target: Target): boolean {
  try {
    return Boolean(locate(sources, target))
  } catch {
    return false
  }
}

function renamesIn({ lexemes: within }: SourceFile, find: string): Renames[] {
  const pattern = lexemes(find)
  return within.flatMap((_, from) => compare(within, from, pattern) ?? [])
}

function compare(within: readonly Lexeme[], from: number, pattern: readonly Lexeme[]): Renames | undefined {
  const became = new Map<string, string>()
  let at = from
  for (const { text, isTrailingComma } of pattern) {
    while (at > from && within[at]?.isTrailingComma && text !== ',') at++
    const here = within[at]?.text
    if (here === undefined) return undefined
    if (text !== here && isTrailingComma) continue
    if (text !== here && !(isName(text) && isName(here))) return undefined
    if (isName(text) && (became.get(text) ?? here) !== here) return undefined
    if (isName(text)) became.set(text, here)
    at++
  }
  const renames = new Map([...became].filter(([old, now]) => old !== now))
  if (renames.size * 3 > became.size * 2 || new Set(became.values()).size < became.size) return undefined
  return renames
}

/** Renames the words of a text. */
export function rename(text: string, renames: Renames): string {
  return text.replace(/[\p{L}\p{N}_$]+/gu, (word) => renames.get(word) ?? word)
}

const keywords = new Set(
  'async await break case const else export false for function if import in let new null of return switch throw true undefined while'.split(
    ' ',
  ),
)
const isName = (word: string): boolean => /^[\p{L}_$]/u.test(word) && !keywords.has(word)
