import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { readArguments } from '@pagebell/start/read-arguments'
import { intakeScale } from './intake/intake-scale.ts'
import { byNameAlone, type RowName, rowNames, shownRows } from './shown-rows.ts'
import { readResults, writePage, writeScale } from './write-results.ts'

const usage = `npm run bench -- [--quick] [--write] [ROW …]
  Measures all rows but those that are named alone: ${rowNames.join(', ')}.

  --quick  rounds of half a second, to find errors; nothing is kept
  --write  measures nothing; rewrites tables and charts from results/`

const { values, positionals: requested } = readArguments(usage, {
  allowPositionals: true,
  options: {
    quick: { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
  },
})
const unknown = requested.filter((name) => !rowNames.some((one) => one === name))
if (unknown.length > 0) {
  process.stderr.write(`No such row: ${unknown.join(', ')}. There are: ${rowNames.join(', ')}.\n`)
  process.exit(2)
}
const isWanted = (name: RowName): boolean =>
  requested.length > 0 ? requested.includes(name) : !byNameAlone.includes(name)

if (values.write) {
  for (const name of rowNames) {
    const taken = requested.length === 0 || requested.includes(name) ? readResults(name) : undefined
    if (taken === undefined) continue
    writePage(taken, shownRows[name])
    if (name === 'intake') writeScale(taken, intakeScale)
  }
} else {
  await measureRows(rowNames.filter(isWanted))
}

/** Measures the rows one after another; a failed row sets the exit code, and the others still run. */
async function measureRows(names: readonly RowName[]): Promise<void> {
  const program = fileURLToPath(new URL('row-main.ts', import.meta.url))
  const summaries: string[] = []
  let stopped = false
  const began = performance.now()
  for (const name of names) {
    if (stopped) break
    process.stdout.write(`${name} …\n`)
    const rowBegan = performance.now()
    const child = spawn(process.execPath, [program, name, ...(values.quick ? ['--quick'] : [])], { stdio: 'inherit' })
    // Ctrl-C reaches the row itself; the parent waits either way, since the row stops its servers first.
    const stop = (): void => {
      stopped = true
      child.kill('SIGTERM')
    }
    process.on('SIGINT', stop).on('SIGTERM', stop)
    const [code] = (await once(child, 'exit')) as [number | null]
    process.off('SIGINT', stop).off('SIGTERM', stop)
    summaries.push(`${name} ${minutes(rowBegan)} min${code === 0 ? '' : ', FAILED'}`)
    if (code !== 0) process.exitCode = 1
  }
  process.stdout.write(`\n${summaries.join('; ')}; in all ${minutes(began)} min\n`)
}

function minutes(since: number): string {
  return ((performance.now() - since) / 60_000).toFixed(1)
}
