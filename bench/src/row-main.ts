import { parseArgs } from 'node:util'
import { intakeScale } from './intake/intake-scale.ts'
import { measuredRows } from './measured-rows.ts'
import { runRow } from './run-row.ts'
import { rowNames, shownRows } from './shown-rows.ts'
import { keepResults, tableOf, takenNow, writePage, writeScale } from './write-results.ts'

// One row in a process of its own, so that none is measured in what another has left behind, and one that dies takes no
// other with it. Ends with 1 if it failed.
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { quick: { type: 'boolean', default: false } },
})
const name = rowNames.find((one) => one === positionals[0])
if (name === undefined) throw new Error(`There is no row ${positionals[0]}.`)
const shown = shownRows[name]
// Quick rounds find errors, not figures: they are printed and not kept.
const settings = values.quick ? { rounds: 2, roundMs: 500 } : { rounds: 4, roundMs: 3_000 }

try {
  const measured = await runRow((running) => measuredRows[name](settings, running))
  const taken = takenNow(name, settings, measured)
  if (!values.quick) {
    keepResults(taken)
    writePage(taken, shown)
    if (name === 'intake') writeScale(taken, intakeScale)
  }
  process.stdout.write(`${tableOf(taken, shown.table)}\n`)
} catch (error) {
  process.stderr.write(`${name} failed: ${error instanceof Error ? error.stack : String(error)}\n`)
  process.exitCode = 1
}
// What a row that was struck still holds open must not hold it.
process.exit()
