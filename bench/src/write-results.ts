import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { cpus, totalmem } from 'node:os'
import type { Settings } from './compare.ts'

const folder = new URL('../', import.meta.url)

/** Writes what was measured as JSON beside its settings, and its table between its marks in bench/README.md. */
export function writeResults(row: string, measured: unknown, table: readonly string[], settings: Settings): string {
  const machine = `${cpus().length} × ${cpus()[0]?.model ?? 'CPU'}, ${Math.round(totalmem() / 2 ** 30)} GB`
  const taken = { row, at: new Date().toISOString(), node: process.version, machine, settings, measured }
  mkdirSync(new URL('results/', folder), { recursive: true })
  writeFileSync(new URL(`results/${row}.json`, folder), `${JSON.stringify(taken, null, 2)}\n`)

  const day = taken.at.slice(0, 10)
  const text = [
    ...table,
    '',
    `${day}, Node ${taken.node}, ${machine}, ${settings.rounds} rounds of ${settings.roundMs} ms.`,
  ].join('\n')
  const page = new URL('README.md', folder)
  const [start, end] = [`<!-- ${row} -->`, `<!-- /${row} -->`]
  const [before = '', rest = ''] = readFileSync(page, 'utf8').split(start)
  writeFileSync(page, `${before}${start}\n\n${text}\n\n${end}${rest.split(end)[1] ?? ''}`)
  return text
}

/** Three digits are what a measurement is worth. */
export const rounded = (value: number): string => (value >= 100 ? value.toFixed(0) : value.toPrecision(3))
