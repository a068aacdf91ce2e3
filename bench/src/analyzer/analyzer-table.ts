import { rounded } from '../rounded.ts'
import type { AnalyzedPage } from './measure-analyzer.ts'

export function analyzerTable(measured: readonly AnalyzedPage[]): string[] {
  return [
    '| page | variant | pages a second of one core: median (lowest–highest) | CPU ms a page | ratio |',
    '|---|---|---|---|---|',
    ...measured.flatMap(({ page, figures }) =>
      figures.map(({ name, perSecond, lowest, highest, cpuMicros, ratio }) => {
        const speed = `${rounded(perSecond)} (${rounded(lowest)}–${rounded(highest)})`
        return `| ${page} | ${name} | ${speed} | ${(cpuMicros / 1_000).toFixed(2)} | ${ratio.toFixed(2)} |`
      }),
    ),
  ]
}
