import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { cpus, totalmem } from 'node:os'
import type { Settings } from './compare.ts'

const folder = new URL('../', import.meta.url)
const machine = `${cpus().length} × ${cpus()[0]?.model ?? 'CPU'}, ${Math.round(totalmem() / 2 ** 30)} GB`

/** Writes what was measured as JSON beside its settings, and its table between its marks in bench/README.md. */
export function writeResults(row: string, measured: unknown, table: readonly string[], settings: Settings): string {
  const taken = { row, at: new Date().toISOString(), node: process.version, machine, settings, measured }
  mkdirSync(new URL('results/', folder), { recursive: true })
  writeFileSync(new URL(`results/${row}.json`, folder), `${JSON.stringify(taken, null, 2)}\n`)

  const text = tableWithMachine(table, settings)
  const page = new URL('README.md', folder)
  const [start, end] = [`<!-- ${row} -->`, `<!-- /${row} -->`]
  const [before = '', rest] = readFileSync(page, 'utf8').split(start)
  if (rest === undefined) throw new Error(`bench/README.md has no place for ${row}: ${start} is missing.`)
  writeFileSync(page, `${before}${start}\n\n${text}\n\n${end}${rest.split(end)[1] ?? ''}`)
  return text
}

/** A table, and below it when and on what it was taken. */
export function tableWithMachine(table: readonly string[], { rounds, roundMs }: Settings): string {
  const day = new Date().toISOString().slice(0, 10)
  return [...table, '', `${day}, Node ${process.version}, ${machine}, ${rounds} rounds of ${roundMs} ms.`].join('\n')
}

/** Three digits are what a measurement is worth. */
export const rounded = (value: number): string => (value >= 100 ? value.toFixed(0) : value.toPrecision(3))
