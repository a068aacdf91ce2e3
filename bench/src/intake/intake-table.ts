import { serverColumns, serverHead } from '../servers/server-columns.ts'
import type { IntakeLoad } from './measure-intake.ts'

export function intakeTable(measured: readonly IntakeLoad[]): string[] {
  return [
    `| load | variant | requests a second: ${serverHead}`,
    '|---|---|---|---|---|---|---|',
    ...measured.flatMap(({ load, figures }) => figures.map((one) => `| ${load} | ${one.name} | ${serverColumns(one)}`)),
  ]
}
