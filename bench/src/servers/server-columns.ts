import { rounded } from '../rounded.ts'
import type { ServerFigures } from './compare-servers.ts'

/** The columns of every table of servers, after its first ones. The median latency, CPU by process and memory are in results/. */
export const serverHead = 'median (lowest–highest) | p99 ms | CPU µs a request | ratio |'

export function serverColumns({ perSecond, lowest, highest, p99, cpuMicros, ratio }: ServerFigures): string {
  const cpu = Object.values(cpuMicros).reduce((sum, micros) => sum + micros, 0)
  return [
    `${rounded(perSecond)} (${rounded(lowest)}–${rounded(highest)})`,
    rounded(p99),
    rounded(cpu),
    `${ratio.toFixed(2)} |`,
  ].join(' | ')
}
