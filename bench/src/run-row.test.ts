import { spawnSync } from 'node:child_process'
import { describe, expect, it } from '@jest/globals'

const runRow = JSON.stringify(import.meta.resolve('./run-row.ts'))

/** What a process prints whose row has started something and then does this. */
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

/** Work that goes on until what it needs is stopped, as a measurement does. */
const forever = `await new Promise((_, reject) => {
  const alive = setInterval(() => undefined, 60_000)
  running.defer(() => {
    clearInterval(alive)
    reject(new Error("its servers are gone"))
  })
})`

describe('a row', () => {
  it.each([
    ['is through', 'return "done"', 'done'],
    ['throws', 'throw new Error("wrong")', 'wrong'],
    ['leaves a rejection that nobody handles', `Promise.reject(new Error("unhandled")); ${forever}`, 'unhandled'],
    ['throws where nobody can catch it', `setImmediate(() => { throw new Error("uncaught") }); ${forever}`, 'uncaught'],
    ['is told to end', `process.kill(process.pid, "SIGTERM"); ${forever}`, 'Ended by SIGTERM.'],
  ])('that %s stops what it has started', (_how, then, outcome) => {
    expect(run(then)).toEqual(['stopped', outcome])
  })
})
