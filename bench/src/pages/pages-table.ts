import { analyzerTable } from '../analyzer/analyzer-table.ts'
import { rounded } from '../rounded.ts'
import type { Pages } from './measure-pages.ts'

export function pagesTable({ read, memory, sizes, stored, lists }: Pages): string[] {
  const [first = 0] = memory.megabytes
  const last = memory.megabytes.at(-1) ?? 0
  return [
    ...analyzerTable(read),
    '',
    `| list of 100 | ms at ${sizes.small.name} | ms at ${sizes.large.name} | ratio |`,
    '|---|---|---|---|',
    ...lists.map(
      ({ list, small, large, ratio }) =>
        `| ${list} | ${small.toFixed(2)} | ${large.toFixed(2)} | ${ratio.toFixed(2)} |`,
    ),
    '',
    `${memory.pages.toLocaleString('en')} pages of 10 KB, read by the thread one after the other: ${rounded(first)} MB after a twentieth, ${rounded(last)} MB at the end; the peak of the last fifth is ${(100 * (1 + memory.growth)).toFixed(0)} % of that of the first.`,
    '',
    `${sizes.large.name}, each announced to one channel: ${rounded(stored.tables)} MB of tables, ${rounded(stored.withIndexes)} MB with their indexes.`,
  ]
}
