import { parseArgs } from 'node:util'
import { intakeScale } from './intake/intake-scale.ts'
import { measuredRows } from './measured-rows.ts'
import { runRow } from './run-row.ts'
import { rowNames, shownRows } from './shown-rows.ts'
import { keepResults, takenNow, textOf, writePage, writeScale } from './write-results.ts'

// Measures one row in a separate process, so that rows do not affect each other. Exits with 1 if the row fails.
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { quick: { type: 'boolean', default: false } },
})
const name = rowNames.find((one) => one === positionals[0])
if (name === undefined) throw new Error(`There is no row ${positionals[0]}.`)
const shown = shownRows[name]
// Figures of quick rounds are printed and not stored.
const settings = values.quick ? { rounds: 2, roundMs: 500 } : { rounds: 4, roundMs: 1_500 }

try {
  const measured = await runRow((running) => measuredRows[name](settings, running))
  const taken = takenNow(name, settings, measured)
  if (!values.quick) {
    keepResults(taken)
    writePage(taken, shown)
    if (name === 'intake') writeScale(taken, intakeScale)
  }
  process.stdout.write(`${textOf(taken, shown)}\n`)
} catch (error) {
  process.stderr.write(`${name} failed: ${error instanceof Error ? error.stack : String(error)}\n`)
  process.exitCode = 1
}
// A failed row may have left handles open.
process.exit()
