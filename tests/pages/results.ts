import { type Counts, type Errors, sumCounts } from './count-pairs.ts'
import type { SiteResult } from './prove-site.ts'

/** Shares of wrong answers that are accepted. */
const maxMissed = 0.001
const maxFalse = 0.01

const percent = (part: number, whole: number): string => (whole === 0 ? '–' : `${((100 * part) / whole).toFixed(2)} %`)

/** The tables of results.md, and whether the hash was wrong less often than accepted. */
export function describeResults(results: readonly SiteResult[]): { text: string; isMet: boolean } {
  const history = sumCounts(results.map((result) => result.history))
  const edited = sumCounts(results.map((result) => result.edited))
  const all = sumCounts([history, edited])
  const repeated = results.flatMap(({ twice, otherVersion }) => [
    twice,
    ...(otherVersion === null ? [] : [otherVersion]),
  ])
  const isMet =
    all.hash.missed <= maxMissed * all.changed &&
    all.hash.false <= maxFalse * all.unchanged &&
    repeated.every(({ changed }) => changed === 0)
  const rows = (
    [...results.map((result) => [result.site, result.history]), ['all', history]] as [string, Counts][]
  ).map(
    ([site, counts]) =>
      `| ${site} | ${counts.pairs} | ${counts.changed} | ${counts.unchanged} | ${counts.markupOnly} | ${counts.hash.missed} | ${counts.hash.false} |`,
  )
  const method = (name: string, counts: Counts, { missed, false: wrong }: Errors) =>
    `| ${name} | ${missed} (${percent(missed, counts.changed)}) | ${wrong} (${percent(wrong, counts.unchanged)}) |`
  const text = [
    '| site | pairs | changed | unchanged | signs only | changed called unchanged | unchanged called changed |',
    '|---|---:|---:|---:|---:|---:|---:|',
    ...rows,
    '',
    '| method | changed called unchanged | unchanged called changed |',
    '|---|---:|---:|',
    method('content hash', history, history.hash),
    method('ETag (time of modification and size)', history, history.etag),
    method('hash of the whole HTML', history, history.html),
    method('lastmod (day of the last commit)', history, history.lastmod),
    method(`content hash, ${edited.pairs} pairs edited by a program`, edited, edited.hash),
    '',
    '| site | built by | the same source twice: pages, changed | by another version: pages, changed |',
    '|---|---|---|---|',
    ...results.map(({ site, generator, versions, twice, otherVersion }) => {
      const other = otherVersion === null ? '–' : `${otherVersion.pages}, ${otherVersion.changed} (${versions[1]})`
      return `| ${site} | ${generator} ${versions[0]} | ${twice.pages}, ${twice.changed} | ${other} |`
    }),
    '',
    '| site | source | licence | commits |',
    '|---|---|---|---|',
    ...results.map(({ site, repository, licence, commits }) => {
      return `| ${site} | ${repository} | ${licence} | ${commits.map(({ id }) => id.slice(0, 9)).join(' ')} |`
    }),
    '',
  ].join('\n')
  return { text, isMet }
}
