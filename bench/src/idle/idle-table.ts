import type { Idle, IdleProcess } from './measure-idle.ts'

/** One line for each process: without telemetry, and with it if it was measured. */
export function idleTable({ processes }: Idle): string[] {
  const column = (ofProcess: readonly IdleProcess[], figureOf: (one: IdleProcess) => string): string =>
    ofProcess.map(figureOf).join(', ')
  return [
    '| process; telemetry off, on | ms to ready | ratio | MB | ratio |',
    '|---|---|---|---|---|',
    ...[...Map.groupBy(processes, ({ name }) => name)].map(([name, ofProcess]) => {
      const columns = [
        column(ofProcess, ({ readyMs }) => readyMs.toFixed(0)),
        column(ofProcess, ({ readyRatio }) => readyRatio.toFixed(2)),
        column(ofProcess, ({ megabytes }) => megabytes.toFixed(0)),
        column(ofProcess, ({ memoryRatio }) => memoryRatio.toFixed(2)),
      ]
      return `| ${name} | ${columns.join(' | ')} |`
    }),
  ]
}
