import { measureAnalyzer } from './analyzer/measure-analyzer.ts'
import type { RoundSettings } from './compare.ts'
import { measureGateway } from './gateway/measure-gateway.ts'
import { measureIdle } from './idle/measure-idle.ts'
import { measureIntake } from './intake/measure-intake.ts'
import { measureLighthouse } from './lighthouse/measure-lighthouse.ts'
import { measureLists } from './lists/measure-lists.ts'
import { measureNotifier } from './notifier/measure-notifier.ts'
import { measureNotifierBusy } from './notifier/measure-notifier-busy.ts'
import { measurePages } from './pages/measure-pages.ts'
import type { RowName } from './shown-rows.ts'
import { measureSlow } from './slow/measure-slow.ts'
import { measureSoak } from './soak/measure-soak.ts'
import { measureTelemetry } from './telemetry/measure-telemetry.ts'

/** Measures a row with servers that end with `running`. Returns plain data. */
type Measure = (settings: RoundSettings, running: AsyncDisposableStack) => Promise<unknown>

export const measuredRows: Record<RowName, Measure> = {
  intake: measureIntake,
  gateway: measureGateway,
  lists: measureLists,
  notifier: measureNotifier,
  'notifier-busy': measureNotifierBusy,
  slow: measureSlow,
  idle: measureIdle,
  telemetry: measureTelemetry,
  analyzer: measureAnalyzer,
  pages: measurePages,
  lighthouse: measureLighthouse,
  soak: measureSoak,
}
