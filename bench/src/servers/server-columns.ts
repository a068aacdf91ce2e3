import { rounded } from '../rounded.ts'
import type { ServerFigures } from './compare-servers.ts'

/** The columns of every table of servers, after its first ones. */
export const serverHead = 'median (lowest–highest) | p50, p99 ms | CPU µs a request | MB | ratio |'

export function serverColumns({
  perSecond,
  lowest,
  highest,
  p50,
  p99,
  cpuMicros,
  memory,
  ratio,
}: ServerFigures): string {
  const cpu = Object.entries(cpuMicros).map(([process, micros]) => `${process} ${micros.toFixed(0)}`)
  return [
    `${rounded(perSecond)} (${rounded(lowest)}–${rounded(highest)})`,
    `${rounded(p50)}, ${rounded(p99)}`,
    cpu.join(', '),
    memory.toFixed(0),
    `${ratio.toFixed(2)} |`,
  ].join(' | ')
}
