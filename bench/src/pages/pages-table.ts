import { rounded } from '../rounded.ts'
import type { Pages } from './measure-pages.ts'

export function pagesTable({ read, memory, sizes, stored, lists }: Pages): string[] {
  const [first = 0] = memory.megabytes
  const last = memory.megabytes.at(-1) ?? 0
  return [
    '| page | variant | pages a second of one core: median (lowest–highest) | CPU ms a page | ratio | at least |',
    '|---|---|---|---|---|---|',
    ...read.flatMap(({ page, figures }) =>
      figures.map(({ name, perSecond, lowest, highest, cpuMicros, ratio }) => {
        const speed = `${rounded(perSecond)} (${rounded(lowest)}–${rounded(highest)})`
        return `| ${page} | ${name} | ${speed} | ${(cpuMicros / 1_000).toFixed(2)} | ${ratio.toFixed(2)} | 0.5 |`
      }),
    ),
    '',
    `| list of 100 | ms at ${sizes.small.name} | ms at ${sizes.large.name} | ratio | at most |`,
    '|---|---|---|---|---|',
    ...lists.map(
      ({ list, small, large, ratio }) =>
        `| ${list} | ${small.toFixed(2)} | ${large.toFixed(2)} | ${ratio.toFixed(2)} | 2 |`,
    ),
    '',
    `${memory.pages.toLocaleString('en')} pages of 10 KB, read by the thread one after the other: ${rounded(first)} MB after a twentieth, ${rounded(last)} MB at the end; the peak of the last fifth is ${(100 * (1 + memory.growth)).toFixed(0)} % of that of the first.`,
    '',
    `${sizes.large.name}, each announced to one channel: ${rounded(stored.tables)} MB of tables, ${rounded(stored.withIndexes)} MB with their indexes; to reach: 400.`,
  ]
}
