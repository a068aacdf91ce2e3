import { rounded } from '../write-results.ts'
import type { ServerFigures } from './measure-gateway.ts'

export function gatewayTable(measured: readonly { page: string; bytes: number; figures: ServerFigures[] }[]): string[] {
  return [
    '| answer | variant | requests a second: median (lowest–highest) | p50, p99 ms | CPU µs a request | ratio |',
    '|---|---|---|---|---|---|',
    ...measured.flatMap(({ page, bytes, figures }) =>
      figures.map(({ name, perSecond, lowest, highest, p50, p99, cpuMicros, ratio }) => {
        const speed = `${rounded(perSecond)} (${rounded(lowest)}–${rounded(highest)})`
        const cpu = Object.entries(cpuMicros).map(([process, micros]) => `${process} ${micros.toFixed(0)}`)
        const times = `${rounded(p50)}, ${rounded(p99)}`
        return `| ${page}, ${rounded(bytes / 1_000)} KB | ${name} | ${speed} | ${times} | ${cpu.join(', ')} | ${ratio.toFixed(2)} |`
      }),
    ),
  ]
}
