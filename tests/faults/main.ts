import { readArguments } from '@pagebell/start/read-arguments'
import { stopSignals } from '@pagebell/start/stop-signals'
import { runOnce } from './run-once.ts'
import { findSeededBugs } from './seeded-bugs/find-seeded-bugs.ts'

const usage = `npm run test:faults -- [--minutes N] [--seed N] [--only KIND,…] [--planted] [--calm] [--one-by-one]
                       [--apart LEAST,MOST] [--nodes N] [--copies N] [--clients N] [--rest MS]
  Injects random faults into a whole system under load, then counts the violated promises.
  Exits with 0 without violations, 1 with violations, 2 if the run failed.`

const { values } = readArguments(usage, {
  options: {
    minutes: { type: 'string' },
    seed: { type: 'string' },
    only: { type: 'string' },
    calm: { type: 'boolean', default: false },
    apart: { type: 'string', default: '2,10' },
    nodes: { type: 'string', default: '3' },
    'one-by-one': { type: 'boolean', default: false },
    copies: { type: 'string', default: '2' },
    clients: { type: 'string', default: '6' },
    rest: { type: 'string', default: '60' },
    planted: { type: 'boolean', default: false },
  },
})
const seed = Number(values.seed ?? Math.floor(Math.random() * 1_000_000))
const only = values.only?.split(',')
const signal = stopSignals()
const begun = performance.now()
const say = (line: string): void =>
  console.log(`${((performance.now() - begun) / 1_000).toFixed(1).padStart(7)} s  ${line}`)
say(`seed ${seed}`)

try {
  process.exit((await (values.planted ? findBugs() : runAndCheck())) ? 0 : 1)
} catch (error) {
  // Distinct from the exit code of a run with violations.
  console.error(error)
  process.exit(2)
}

async function runAndCheck(): Promise<boolean> {
  const [min = 2, max = 10] = values.apart.split(',').map(Number)
  const result = await runOnce({
    minutes: Number(values.minutes ?? 3),
    seed,
    only: values.calm ? [] : only,
    intervalSeconds: [min, max],
    overlap: !values['one-by-one'],
    nodes: Number(values.nodes),
    copies: Number(values.copies),
    clients: Number(values.clients),
    thinkTimeMs: Number(values.rest),
    signal,
    say,
  })
  console.log(result.report)
  console.log(`histories: ${result.folder}`)
  return result.violations === 0
}

async function findBugs(): Promise<boolean> {
  const found = await findSeededBugs({ only, minutes: values.minutes ?? '1', maxRuns: 10, seed, signal, say })
  console.log(found.map(({ bug, runs, violation }) => `| ${bug} | ${runs} | ${violation ?? 'NOT FOUND'} |`).join('\n'))
  return found.every(({ violation }) => violation !== undefined)
}
