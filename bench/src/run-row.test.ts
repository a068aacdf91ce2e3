import { spawnSync } from 'node:child_process'
import { describe, expect, it } from '@jest/globals'

const runRow = JSON.stringify(import.meta.resolve('./run-row.ts'))

/** Runs a row that starts something and then this code; returns the printed lines. */
function run(then: string) {
  const source = `import { runRow } from ${runRow}
    const outcome = await runRow(async (running) => {
      running.defer(() => console.log('stopped'))
      ${then}
    }).catch((error) => error.message)
    console.log(outcome)
    process.exit()`
  const { stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', source])
  return stdout.toString().trim().split('\n')
}

/** Work that lasts until its servers stop, as a measurement does. */
const forever = `await new Promise((_, reject) => {
  const alive = setInterval(() => undefined, 60_000)
  running.defer(() => {
    clearInterval(alive)
    reject(new Error("its servers are gone"))
  })
})`

describe('a row', () => {
  it.each([
    ['succeeds', 'return "done"', 'done'],
    ['throws', 'throw new Error("wrong")', 'wrong'],
    ['leaves a rejection unhandled', `Promise.reject(new Error("unhandled")); ${forever}`, 'unhandled'],
    ['throws in a callback', `setImmediate(() => { throw new Error("uncaught") }); ${forever}`, 'uncaught'],
    ['receives SIGTERM', `process.kill(process.pid, "SIGTERM"); ${forever}`, 'Ended by SIGTERM.'],
  ])('that %s stops what it started', (_how, then, outcome) => {
    expect(run(then)).toEqual(['stopped', outcome])
  })
})
