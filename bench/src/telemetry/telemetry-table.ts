import { serverColumns, serverHead } from '../servers/server-columns.ts'
import { groupedLines } from '../table-lines.ts'
import type { TelemetryPrice } from './measure-telemetry.ts'

export function telemetryTable(measured: readonly TelemetryPrice[]): string[] {
  return [
    `| work | telemetry | requests a second: ${serverHead}`,
    '|---|---|---|---|---|---|',
    ...measured.flatMap(({ work, figures }) =>
      groupedLines(work, figures, (one) => `${one.name} | ${serverColumns(one)}`),
    ),
  ]
}
