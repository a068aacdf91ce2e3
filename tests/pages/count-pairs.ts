import { comparePages } from '@pagebell/page-content/compare-pages'
import type { BuiltPage } from './build-site.ts'
import type { Truth } from './source-text.ts'

/** How often an answer was wrong: changed pages called unchanged, and unchanged pages called changed. */
export type Errors = { missed: number; false: number }
export type Counts = {
  pairs: number
  changed: number
  unchanged: number
  /** Pairs whose source differs in signs alone: any answer is right. */
  markupOnly: number
  hash: Errors
  etag: Errors
  html: Errors
  lastmod: Errors
}
/** One pair; the days are those of the last commit, where the pair is one of commits. */
export type Pair = { path: string; truth: Truth; before: BuiltPage; after: BuiltPage; days: [string, string] | null }
export type WrongPair = { path: string; truth: Truth; parts: string[]; files: [string, string] }

export const noErrors = (): Errors => ({ missed: 0, false: 0 })

export function emptyCounts(): Counts {
  return {
    pairs: 0,
    changed: 0,
    unchanged: 0,
    markupOnly: 0,
    hash: noErrors(),
    etag: noErrors(),
    html: noErrors(),
    lastmod: noErrors(),
  }
}

/** Adds pairs to the counts, and returns those that the hash judged wrongly. */
export function countPairs(counts: Counts, pairs: readonly Pair[]): WrongPair[] {
  return pairs.flatMap(({ path, truth, before, after, days }) => {
    counts.pairs += 1
    if (truth === 'markup only') {
      counts.markupOnly += 1
      return []
    }
    counts[truth] += 1
    const { changed, parts } = comparePages(before, after)
    const isWrong = add(counts.hash, truth, changed)
    add(counts.etag, truth, before.etag !== after.etag)
    add(counts.html, truth, before.htmlHash !== after.htmlHash)
    if (days !== null) add(counts.lastmod, truth, days[0] !== days[1])
    return isWrong ? [{ path, truth, parts, files: [before.file, after.file] }] : []
  })
}

function add(errors: Errors, truth: 'changed' | 'unchanged', isChanged: boolean): boolean {
  if (truth === 'changed' && !isChanged) errors.missed += 1
  if (truth === 'unchanged' && isChanged) errors.false += 1
  return (truth === 'changed') !== isChanged
}

export function sumCounts(all: readonly Counts[]): Counts {
  const sum = emptyCounts()
  for (const counts of all) {
    for (const name of ['pairs', 'changed', 'unchanged', 'markupOnly'] as const) sum[name] += counts[name]
    for (const name of ['hash', 'etag', 'html', 'lastmod'] as const) {
      sum[name].missed += counts[name].missed
      sum[name].false += counts[name].false
    }
  }
  return sum
}
