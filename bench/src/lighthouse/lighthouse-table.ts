import { rounded } from '../rounded.ts'
import { groupedLines } from '../table-lines.ts'
import type { RatedPage } from './measure-lighthouse.ts'

export function lighthouseTable(measured: readonly RatedPage[]): string[] {
  const ms = (seconds: number): string => rounded(seconds * 1_000)
  return [
    '| page | rated by | ms a page: median (lowest–highest) | ratio |',
    '|---|---|---|---|',
    ...measured.flatMap(({ page, figures }) =>
      groupedLines(page, figures, ({ name, median, lowest, highest, ratio }) => {
        const times = `${ms(median)} (${ms(lowest)}–${ms(highest)})`
        return `${name} | ${times} | ${ratio.toFixed(ratio < 10 ? 2 : 0)} |`
      }),
    ),
  ]
}
