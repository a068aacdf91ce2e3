import { analyzerTable } from './analyzer/analyzer-table.ts'
import * as bars from './charts/bar-groups.ts'
import type { BarGroup } from './charts/draw-bars.ts'
import { gatewayTable } from './gateway/gateway-table.ts'
import { idleTable } from './idle/idle-table.ts'
import { intakeTable } from './intake/intake-table.ts'
import { lighthouseTable } from './lighthouse/lighthouse-table.ts'
import { listsTable } from './lists/lists-table.ts'
import { notifierBusyTable } from './notifier/notifier-busy-table.ts'
import { notifierTable } from './notifier/notifier-table.ts'
import { pagesTable } from './pages/pages-table.ts'
import { slowTable } from './slow/slow-table.ts'
import { soakTable } from './soak/soak-table.ts'
import * as targets from './targets.ts'
import { telemetryTable } from './telemetry/telemetry-table.ts'

/** How a row is shown: targets, table and chart can be rewritten from its stored results. */
export type ShownRow = {
  targets(measured: never): targets.Target[]
  table(measured: never): string[]
  bars(measured: never): BarGroup[]
}

export const shownRows = {
  intake: { targets: targets.intakeTargets, table: intakeTable, bars: bars.intakeBars },
  gateway: { targets: targets.gatewayTargets, table: gatewayTable, bars: bars.gatewayBars },
  lists: { targets: targets.listsTargets, table: listsTable, bars: bars.listsBars },
  notifier: { targets: targets.notifierTargets, table: notifierTable, bars: bars.notifierBars },
  'notifier-busy': { targets: targets.notifierBusyTargets, table: notifierBusyTable, bars: bars.notifierBusyBars },
  slow: { targets: () => [], table: slowTable, bars: bars.slowBars },
  idle: { targets: targets.idleTargets, table: idleTable, bars: bars.idleBars },
  telemetry: { targets: targets.telemetryTargets, table: telemetryTable, bars: bars.telemetryBars },
  analyzer: { targets: targets.analyzerTargets, table: analyzerTable, bars: bars.analyzerBars },
  pages: { targets: targets.pagesTargets, table: pagesTable, bars: bars.pagesBars },
  lighthouse: { targets: targets.lighthouseTargets, table: lighthouseTable, bars: bars.lighthouseBars },
  soak: { targets: targets.soakTargets, table: soakTable, bars: bars.soakBars },
} satisfies Record<string, ShownRow>

export type RowName = keyof typeof shownRows
export const rowNames = Object.keys(shownRows) as RowName[]

/** Measured only by name: soak takes a quarter of an hour, and only changes of telemetry affect telemetry. */
export const byNameAlone: readonly RowName[] = ['soak', 'telemetry']
