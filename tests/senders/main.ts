// npm run test:senders: real senders (CMS, git) against a running system: what the engine received is compared with
// what an author did. Ends with 0 when every sender that runs here holds, 1 when one does not, 2 when the command
// itself failed. Servers are found as npm test finds them.
import { join } from 'node:path'
import { findServers } from '@pagebell/start/find-servers'
import { readArguments } from '@pagebell/start/read-arguments'
import { workspace } from '@pagebell/start/service-list'
import { stopSignals } from '@pagebell/start/stop-signals'
import { announceRun } from '@pagebell/testing/announce-run'
import { startTestSystem } from '../e2e/test-system.ts'
import tearDown from '../jest-global-teardown.ts'
import { keepUntilTeardown } from '../until-teardown.ts'
import { loadSenders } from './harness/load-senders.ts'
import { runSender, type SenderResult, windowSeconds } from './harness/run-sender.ts'

const usage = `npm run test:senders -- [--only a,b] [--packages DIR] [--own-servers]
  Takes a page through its life in real senders, and compares what the engine received.
  --packages: keeps what npm installs in this folder, outside the repository, for the next run.
  Ends with 0 if all that run here hold, 1 if one does not, 2 if it could not be carried out.`

const { values } = readArguments(usage, {
  options: {
    only: { type: 'string' },
    packages: { type: 'string' },
    'own-servers': { type: 'boolean', default: false },
  },
})
// A first signal ends the command after the step that is under way, and takes away what it has started.
const signal = stopSignals()
const begun = performance.now()
const say = (line: string): void =>
  console.log(`${((performance.now() - begun) / 1_000).toFixed(1).padStart(7)} s  ${line}`)

try {
  const senders = await loadSenders(values.only?.split(','))
  const servers = await findServers({ dataDir: join(workspace, '.data'), privateOnly: values['own-servers'], log: say })
  keepUntilTeardown(servers)
  await announceRun(servers)
  const results: SenderResult[] = []
  try {
    // The hosts of the projects are examples, which serve no key file.
    const env = { SANDBOX_FETCH_KEY_FILES: '0', DEDUPE_WINDOW_SECONDS: String(windowSeconds) }
    const system = await startTestSystem({ env })
    try {
      for (const sender of senders)
        results.push(await runSender(system, sender, { packages: values.packages, say, signal }))
    } finally {
      await system.destroy()
    }
  } catch (error) {
    // First, since what a system that did not start leaves is named next.
    console.error(error)
    throw error
  } finally {
    await tearDown()
  }
  console.log(`\n${results.flatMap(linesOf).join('\n')}`)
  const broken = results.filter(({ steps }) => steps.some(({ held }) => !held))
  say(
    broken.length === 0 ? 'all that ran held' : `not as it happened: ${broken.map(({ sender }) => sender).join(', ')}`,
  )
  process.exitCode = broken.length === 0 ? 0 : 1
} catch (error) {
  console.error(error)
  process.exitCode = 2
}

function linesOf({ sender, version, steps, notRun }: SenderResult): string[] {
  const rows = steps.map(({ step, expected, got, held }) => {
    const result = held ? expected.join(', ') || 'nothing' : `WRONG: ${got.join(', ') || 'nothing'}`
    return `| ${sender} | ${version} | ${step} | ${result} |`
  })
  return notRun === undefined ? rows : [...rows, `| ${sender} | ${version} | not run | ${notRun} |`]
}
