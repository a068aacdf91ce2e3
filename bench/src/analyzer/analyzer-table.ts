import { rounded } from '../rounded.ts'
import { groupedLines } from '../table-lines.ts'
import type { AnalyzedPage } from './measure-analyzer.ts'

export function analyzerTable(measured: readonly Pick<AnalyzedPage, 'page' | 'figures'>[]): string[] {
  return [
    '| page | variant | pages a second of one core: median (lowest–highest) | CPU ms a page | ratio |',
    '|---|---|---|---|---|',
    ...measured.flatMap(({ page, figures }) =>
      groupedLines(page, figures, ({ name, perSecond, lowest, highest, cpuMicros, ratio }) => {
        const speed = `${rounded(perSecond)} (${rounded(lowest)}–${rounded(highest)})`
        return `${name} | ${speed} | ${(cpuMicros / 1_000).toFixed(2)} | ${ratio.toFixed(2)} |`
      }),
    ),
  ]
}
