import { serverColumns, serverHead } from '../servers/server-columns.ts'
import type { TelemetryPrice } from './measure-telemetry.ts'

export function telemetryTable(measured: readonly TelemetryPrice[]): string[] {
  return [
    `| work | telemetry | requests a second: ${serverHead}`,
    '|---|---|---|---|---|---|---|',
    ...measured.flatMap(({ work, figures }) => figures.map((one) => `| ${work} | ${one.name} | ${serverColumns(one)}`)),
  ]
}
