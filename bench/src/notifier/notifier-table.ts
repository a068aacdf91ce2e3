import { rounded } from '../rounded.ts'
import type { NotifierFigures } from './measure-notifier.ts'

export function notifierTable({ taken }: NotifierFigures): string[] {
  return [
    '| variant | URLs a second: median (lowest–highest) | engine requests | CPU µs a URL | ratio |',
    '|---|---|---|---|---|',
    ...taken.map(({ name, urlsPerSecond, lowest, highest, calls, cpuMicros, ratio }) => {
      const speed = `${rounded(urlsPerSecond)} (${rounded(lowest)}–${rounded(highest)})`
      const cpu = Object.entries(cpuMicros).map(([process, micros]) => `${process} ${micros.toFixed(1)}`)
      return `| ${name} | ${speed} | ${calls} | ${cpu.join(', ')} | ${ratio.toFixed(2)} |`
    }),
  ]
}
