import { readArguments } from '@pagebell/start/read-arguments'
import { stopSignals } from '@pagebell/start/stop-signals'
import { findPlanted } from './planted/find-planted.ts'
import { runOnce } from './run-once.ts'

const usage = `npm run test:faults -- [--minutes N] [--seed N] [--only KIND,…] [--planted] [--calm] [--one-by-one]
                       [--apart LEAST,MOST] [--nodes N] [--copies N] [--clients N] [--rest MS]
  Strikes a whole system at random while it is used, then counts what broke a promise.
  Ends with 0 if nothing did, 1 if something did, 2 if the run could not be carried out.`

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
  process.exit((await (values.planted ? lookForPlanted() : runAndCheck())) ? 0 : 1)
} catch (error) {
  // Told apart from a run that was carried out and found something.
  console.error(error)
  process.exit(2)
}

async function runAndCheck(): Promise<boolean> {
  const [least = 2, most = 10] = values.apart.split(',').map(Number)
  const result = await runOnce({
    minutes: Number(values.minutes ?? 3),
    seed,
    only: values.calm ? [] : only,
    apart: [least, most],
    overlap: !values['one-by-one'],
    nodes: Number(values.nodes),
    copies: Number(values.copies),
    clients: Number(values.clients),
    restMs: Number(values.rest),
    signal,
    say,
  })
  console.log(result.report)
  console.log(`histories: ${result.folder}`)
  return result.violations === 0
}

async function lookForPlanted(): Promise<boolean> {
  const found = await findPlanted({ only, minutes: values.minutes ?? '1', runsAtMost: 10, seed, signal, say })
  console.log(found.map(({ bug, runs, words }) => `| ${bug} | ${runs} | ${words ?? 'NOT FOUND'} |`).join('\n'))
  return found.every(({ words }) => words !== undefined)
}
