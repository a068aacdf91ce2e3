import type { Lists, Times } from './measure-lists.ts'

export function listsTable({ sizes, figures }: Lists): string[] {
  const ms = (times: Times): string => times.ms.toFixed(2)
  return [
    `| list of 10: medians | ms at ${sizes.small.name} | ms at ${sizes.large.name} | ratio |`,
    '|---|---|---|---|',
    ...figures.map((one) => `| ${one.list} | ${ms(one.small)} | ${ms(one.large)} | ${one.ratio.toFixed(2)} |`),
  ]
}
