import { parseArgs } from 'node:util'
import { stopSignals } from '@pagebell/start/stop-signals'
import { runOnce } from './run-once.ts'

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '3' },
    seed: { type: 'string' },
    only: { type: 'string' },
    calm: { type: 'boolean', default: false },
    clients: { type: 'string', default: '6' },
    rest: { type: 'string', default: '60' },
  },
})
const seed = Number(values.seed ?? Math.floor(Math.random() * 1_000_000))
const begun = performance.now()
const say = (line: string): void =>
  console.log(`${((performance.now() - begun) / 1_000).toFixed(1).padStart(7)} s  ${line}`)
say(`seed ${seed}`)

const result = await runOnce({
  minutes: Number(values.minutes),
  seed,
  only: values.calm ? [] : values.only?.split(','),
  clients: Number(values.clients),
  restMs: Number(values.rest),
  signal: stopSignals(),
  say,
})
console.log(result.report)
console.log(`histories: ${result.folder}`)
process.exit(result.violations === 0 ? 0 : 1)
