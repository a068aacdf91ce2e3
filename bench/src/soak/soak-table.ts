import { rounded } from '../rounded.ts'
import type { Soak } from './measure-soak.ts'

export function soakTable({ minutes, saturation, perSecond, p50, p99, memory, growth, waiting }: Soak): string[] {
  const [first = 0] = memory
  const highest = Math.max(...memory)
  return [
    '| minutes | of saturation | p50, p99 ms | p99 to p50 | MB: first, highest, last | growth after the first fifth | waiting in the outbox |',
    '|---|---|---|---|---|---|---|',
    `| ${minutes} | ${(perSecond / saturation).toFixed(2)} | ${rounded(p50)}, ${rounded(p99)} | ${rounded(p99 / p50)} | ${[first, highest, memory.at(-1) ?? 0].map((one) => one.toFixed(0)).join(', ')} | ${(100 * growth).toFixed(1)} % | ${waiting} |`,
  ]
}
