import type { Lists } from './measure-lists.ts'

export function listsTable({ sizes, figures }: Lists): string[] {
  return [
    `| list of 10: medians | ms at ${sizes.small.name} | ms at ${sizes.large.name} | ratio |`,
    '|---|---|---|---|',
    ...figures.map(({ list, small, large, ratio }) => {
      const [smallMs, largeMs, times] = [small.ms, large.ms, ratio].map((figure) => figure.toFixed(2))
      return `| ${list} | ${smallMs} | ${largeMs} | ${times} |`
    }),
  ]
}
