import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { cpus, totalmem } from 'node:os'
import type { Figures, Settings } from './compare.ts'

type Row = { page: string; bytes: number; figures: Figures[] }

const folder = new URL('../', import.meta.url)

/** Writes the figures as JSON beside their settings, and the table between its marks in bench/README.md. */
export function writeResults(row: string, measured: readonly Row[], settings: Settings): string {
  const machine = `${cpus().length} × ${cpus()[0]?.model ?? 'CPU'}, ${Math.round(totalmem() / 2 ** 30)} GB`
  const taken = { row, at: new Date().toISOString(), node: process.version, machine, settings, measured }
  mkdirSync(new URL('results/', folder), { recursive: true })
  writeFileSync(new URL(`results/${row}.json`, folder), `${JSON.stringify(taken, null, 2)}\n`)

  const table = [
    '| page | variant | pages a second of one core: median (lowest–highest) | CPU ms a page | ratio |',
    '|---|---|---|---|---|',
    ...measured.flatMap(({ page, figures }) =>
      figures.map(({ name, perSecond, lowest, highest, cpuMicros, ratio }) => {
        const speed = `${round(perSecond)} (${round(lowest)}–${round(highest)})`
        return `| ${page} | ${name} | ${speed} | ${(cpuMicros / 1_000).toFixed(2)} | ${ratio.toFixed(2)} |`
      }),
    ),
    '',
    `${taken.at.slice(0, 10)}, Node ${taken.node}, ${machine}, ${settings.rounds} rounds of ${settings.roundMs} ms.`,
  ].join('\n')
  const page = new URL('README.md', folder)
  const [start, end] = [`<!-- ${row} -->`, `<!-- /${row} -->`]
  const [before = '', rest = ''] = readFileSync(page, 'utf8').split(start)
  writeFileSync(page, `${before}${start}\n\n${table}\n\n${end}${rest.split(end)[1] ?? ''}`)
  return table
}

function round(perSecond: number): string {
  return perSecond >= 100 ? perSecond.toFixed(0) : perSecond.toPrecision(3)
}
