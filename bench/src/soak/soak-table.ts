import { rounded } from '../rounded.ts'
import type { Soak } from './measure-soak.ts'

export function soakTable({ minutes, saturation, perSecond, p50, p99, memory, waiting }: Soak): string[] {
  const [first = 0] = memory
  const highest = Math.max(...memory)
  const megabytes = [first, highest, memory.at(-1) ?? 0].map((one) => one.toFixed(0)).join(', ')
  return [
    '| minutes | of saturation | p50, p99 ms | MB: first, highest, last | waiting in the outbox |',
    '|---|---|---|---|---|',
    `| ${minutes} | ${(perSecond / saturation).toFixed(2)} | ${rounded(p50)}, ${rounded(p99)} | ${megabytes} | ${waiting} |`,
  ]
}
