import type { Idle } from './measure-idle.ts'

export function idleTable(measured: readonly Idle[]): string[] {
  return [
    '| process | telemetry | ms to ready | ratio | MB | ratio |',
    '|---|---|---|---|---|---|',
    ...measured.map(({ name, telemetry, readyMs, readyRatio, megabytes, memoryRatio }) => {
      const [ready, memory] = [readyMs.toFixed(0), megabytes.toFixed(0)]
      return `| ${name} | ${telemetry} | ${ready} | ${readyRatio.toFixed(2)} | ${memory} | ${memoryRatio.toFixed(2)} |`
    }),
  ]
}
