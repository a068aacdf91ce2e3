import { parseArgs } from 'node:util'
import { analyzerTable, measureAnalyzer } from './analyzer/measure-analyzer.ts'
import type { Settings } from './compare.ts'
import { gatewayTable } from './gateway/gateway-table.ts'
import { measureGateway } from './gateway/measure-gateway.ts'
import { idleTable } from './idle/idle-table.ts'
import { measureIdle } from './idle/measure-idle.ts'
import { intakeTable } from './intake/intake-table.ts'
import { measureIntake } from './intake/measure-intake.ts'
import { listsTable } from './lists/lists-table.ts'
import { measureLists } from './lists/measure-lists.ts'
import { measureNotifier } from './notifier/measure-notifier.ts'
import { notifierTable } from './notifier/notifier-table.ts'
import { measureSoak } from './soak/measure-soak.ts'
import { soakTable } from './soak/soak-table.ts'
import { tableWithMachine, writeResults } from './write-results.ts'

type Row = (settings: Settings) => Promise<{ measured: unknown; table: string[] }>

const rows: Record<string, Row> = {
  async intake(settings) {
    const measured = await measureIntake(settings)
    return { measured, table: intakeTable(measured) }
  },
  async gateway(settings) {
    const measured = await measureGateway(settings)
    return { measured, table: gatewayTable(measured) }
  },
  async lists(settings) {
    const measured = await measureLists(settings)
    return { measured, table: listsTable(measured) }
  },
  async notifier(settings) {
    const measured = await measureNotifier(settings)
    return { measured, table: notifierTable(measured) }
  },
  async idle(settings) {
    const measured = await measureIdle(settings)
    return { measured, table: idleTable(measured) }
  },
  async analyzer(settings) {
    const measured = await measureAnalyzer(settings)
    return { measured, table: analyzerTable(measured) }
  },
  async soak(settings) {
    const measured = await measureSoak(settings)
    return { measured, table: soakTable(measured) }
  },
}
/** A quarter of an hour, only if it is asked for. */
const byNameAlone = ['soak']

const { values, positionals: wanted } = parseArgs({
  allowPositionals: true,
  options: { quick: { type: 'boolean', default: false } },
})
const unknown = wanted.filter((name) => !(name in rows))
if (unknown.length > 0) {
  process.stderr.write(`No such row: ${unknown.join(', ')}. There are: ${Object.keys(rows).join(', ')}.\n`)
  process.exit(2)
}
// Quick rounds find errors, not figures: they are printed and not kept.
const settings = values.quick ? { rounds: 2, roundMs: 500 } : { rounds: 4, roundMs: 3_000 }

for (const [name, measure] of Object.entries(rows)) {
  if (wanted.length > 0 ? !wanted.includes(name) : byNameAlone.includes(name)) continue
  process.stdout.write(`${name} …\n`)
  const { measured, table } = await measure(settings)
  const text = values.quick ? tableWithMachine(table, settings) : writeResults(name, measured, table, settings)
  process.stdout.write(`${text}\n`)
}
