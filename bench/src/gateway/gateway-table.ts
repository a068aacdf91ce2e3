import { rounded } from '../rounded.ts'
import { serverColumns, serverHead } from '../servers/server-columns.ts'
import { groupedLines } from '../table-lines.ts'
import type { GatewayPage } from './measure-gateway.ts'

export function gatewayTable(measured: readonly GatewayPage[]): string[] {
  return [
    `| answer | variant | requests a second: ${serverHead}`,
    '|---|---|---|---|---|---|',
    ...measured.flatMap(({ page, bytes, figures }) =>
      groupedLines(`${page}, ${rounded(bytes / 1_000)} KB`, figures, (one) => `${one.name} | ${serverColumns(one)}`),
    ),
  ]
}
