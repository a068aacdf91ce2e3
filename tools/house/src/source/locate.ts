import type { Lexeme, Range } from './lexemes.ts'
import { lexemes } from './lexemes.ts'
import type { SourceFile, Sources } from './source-files.ts'

export type Place = Range & { file: string }

/** What to look for: see Edit. */
export type Target = { in: string; after?: string; find: string }

/**
 * Finds a text in a folder, compared by tokens. Throws with similar places unless it occurs once.
 */
export function locate(sources: Sources, { in: folder, after, find }: Target): Place {
  if (after === undefined) return theOnly(sources(folder), folder, find)
  const anchor = theOnly(sources(folder), folder, after)
  const file = sources(folder).filter((source) => source.file === anchor.file)
  const next = findAll(file, find).find(({ start }) => start >= anchor.end)
  if (next === undefined) throw new Error(`Stands nowhere in ${anchor.file} after ${after}:\n  ${find}`)
  return next
}

function theOnly(files: readonly SourceFile[], folder: string, find: string): Place {
  const places = findAll(files, find)
  const [place] = places
  if (place !== undefined && places.length === 1) return place
  const count = places.length === 0 ? 'nowhere' : `${places.length} times`
  const candidates = (places.length === 0 ? nearest(files, find) : places).map((at) => describe(files, at))
  throw new Error([`Stands ${count} in ${folder}:`, `  ${find.trim()}`, 'Nearest:', ...candidates].join('\n'))
}

/** All places of a text. A trailing comma in a list is optional. */
export function findAll(files: readonly SourceFile[], find: string): Place[] {
  const pattern = lexemes(find)
  return files.flatMap((source) =>
    source.lexemes.flatMap((first, index) => {
      const last = pattern.length === 0 ? undefined : matchFrom(source.lexemes, index, pattern)
      return last === undefined ? [] : [{ file: source.file, start: first.start, end: last.end }]
    }),
  )
}

/** The last lexeme of a match that begins at `from`; undefined if there is none. */
function matchFrom(within: readonly Lexeme[], from: number, pattern: readonly Lexeme[]): Lexeme | undefined {
  let at = from
  for (const lexeme of pattern) {
    while (at > from && within[at]?.isTrailingComma && lexeme.text !== ',') at++
    if (within[at]?.text === lexeme.text) at++
    else if (!lexeme.isTrailingComma || at === from) return undefined
  }
  return within[at - 1]
}

const isWord = (text: string): boolean => /^[\p{L}_$]/u.test(text)
const shown = 3

/** The places most similar to a text, best first: equal tokens count fully, different words a little. */
function nearest(files: readonly SourceFile[], find: string): Place[] {
  const pattern = lexemes(find)
  const scored = files.flatMap(({ file, lexemes: within }) =>
    within.map((first, from) => {
      let score = 0
      for (const [offset, { text }] of pattern.entries()) {
        const here = within[from + offset]?.text
        if (here === text) score += isWord(text) ? 2 : 1
        else if (here !== undefined && isWord(here) && isWord(text)) score += 0.5
      }
      const last = within[Math.min(from + pattern.length, within.length) - 1] ?? first
      return { score, place: { file, start: first.start, end: last.end } }
    }),
  )
  return scored
    .toSorted((one, other) => other.score - one.score)
    .slice(0, shown)
    .map(({ place }) => place)
}

function describe(files: readonly SourceFile[], { file, start, end }: Place): string {
  const text = files.find((source) => source.file === file)?.text ?? ''
  return `  ${file}:${text.slice(0, start).split('\n').length}: ${text.slice(start, end).replace(/\s+/g, ' ')}`
}
