import { rounded } from '../rounded.ts'
import { serverColumns, serverHead } from '../servers/server-columns.ts'
import type { Slow } from './measure-slow.ts'

export function slowTable({ figures, p99Ratio }: Slow): string[] {
  return [
    `| intake, 50 connections | requests a second: ${serverHead}`,
    '|---|---|---|---|---|',
    ...figures.map((one) => `| ${one.name} | ${serverColumns(one)}`),
    '',
    `p99 beside the slow ones to p99 alone: ${rounded(p99Ratio)}.`,
  ]
}
