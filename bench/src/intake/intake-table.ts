import { serverColumns, serverHead } from '../servers/server-columns.ts'
import { groupedLines } from '../table-lines.ts'
import type { IntakeLoad } from './measure-intake.ts'

export function intakeTable(measured: readonly IntakeLoad[]): string[] {
  return [
    `| load | variant | requests a second: ${serverHead}`,
    '|---|---|---|---|---|---|',
    ...measured.flatMap(({ load, figures }) =>
      groupedLines(load, figures, (one) => `${one.name} | ${serverColumns(one)}`),
    ),
  ]
}
