import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { cpus, totalmem } from 'node:os'
import { drawBars } from './charts/draw-bars.ts'
import type { RoundSettings } from './compare.ts'
import type { ShownRow } from './shown-rows.ts'
import { targetTable } from './targets.ts'

/** One run of one row, as stored in results/. */
export type Taken = {
  row: string
  /** RFC 3339. */
  at: string
  node: string
  machine: string
  settings: RoundSettings
  measured: unknown
}

const workspace = new URL('../', import.meta.url)
const scalePage = new URL('../../docs/scale.md', import.meta.url)

export function takenNow(row: string, settings: RoundSettings, measured: unknown): Taken {
  const machine = `${cpus().length} × ${cpus()[0]?.model ?? 'CPU'}, ${Math.round(totalmem() / 2 ** 30)} GB`
  return { row, at: new Date().toISOString(), node: process.version, machine, settings, measured }
}

export function keepResults(taken: Taken, folder: URL = workspace): void {
  mkdirSync(new URL('results/', folder), { recursive: true })
  writeFileSync(resultsOf(taken.row, folder), `${JSON.stringify(taken, null, 2)}\n`)
}

/** Returns undefined if the row has no results yet. */
export function readResults(row: string, folder: URL = workspace): Taken | undefined {
  try {
    return JSON.parse(readFileSync(resultsOf(row, folder), 'utf8')) as Taken
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

/** Writes the chart of a run into charts/, and its targets and table between the row's marks in README.md. */
export function writePage(taken: Taken, shown: ShownRow, folder: URL = workspace): void {
  const { row, measured } = taken
  const chart = `charts/${row}.svg`
  mkdirSync(new URL('charts/', folder), { recursive: true })
  writeFileSync(new URL(chart, folder), drawBars(`${row}: ratios`, shown.bars(measured as never)))

  const text = `${textOf(taken, shown)}\n\n![Ratios of ${row}](${chart})`
  putBetweenMarks(new URL('README.md', folder), row, text)
}

/** Writes the figures that docs/scale.md computes from a run between its marks. */
export function writeScale(
  { row, at, machine, measured }: Taken,
  scale: ShownRow['table'],
  page: URL = scalePage,
): void {
  const below = `${at.slice(0, 10)}, ${machine}, beside the other rows of bench/README.md.`
  putBetweenMarks(page, row, [...scale(measured as never), '', below].join('\n'))
}

function putBetweenMarks(page: URL, row: string, text: string): void {
  const [start, end] = [`<!-- ${row} -->`, `<!-- /${row} -->`]
  const [before = '', rest] = readFileSync(page, 'utf8').split(start)
  if (rest === undefined) throw new Error(`${page.pathname} lacks ${start}.`)
  writeFileSync(page, `${before}${start}\n\n${text}\n\n${end}${rest.split(end)[1] ?? ''}`)
}

/** Targets, table, and a line with date and machine; the results have the settings. */
export function textOf({ at, machine, measured }: Taken, shown: ShownRow): string {
  const below = `${at.slice(0, 10)}, ${machine}.`
  return [...targetTable(shown.targets(measured as never)), ...shown.table(measured as never), '', below].join('\n')
}

const resultsOf = (row: string, folder: URL): URL => new URL(`results/${row}.json`, folder)
