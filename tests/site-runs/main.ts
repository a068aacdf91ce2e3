// npm run test:site-runs: reports of whole sites at their largest, several at once, and while services are killed. Ends
// with 0 if everything held, 1 if something did not, 2 if the command itself failed. Servers are found as npm test finds
// them.
import { join } from 'node:path'
import { findServers } from '@pagebell/start/find-servers'
import { readArguments } from '@pagebell/start/read-arguments'
import { workspace } from '@pagebell/start/service-list'
import { stopSignals } from '@pagebell/start/stop-signals'
import { announceRun } from '@pagebell/testing/announce-run'
import { startTestSystem } from '../e2e/test-system.ts'
import tearDown from '../jest-global-teardown.ts'
import { keepUntilTeardown } from '../until-teardown.ts'
import type { Part } from './part.ts'
import { fair } from './parts/fair.part.ts'
import { kills } from './parts/kills.part.ts'
import { volume } from './parts/volume.part.ts'
import { type Row, tableLine } from './row.ts'

const usage = `npm run test:site-runs -- [--only volume,fair,kills] [--pages 10000] [--turn-seconds 15] [--own-servers]
  Crawls a large site through the API while single pages are rated, four sites at once, and a site while services are
  killed.
  --pages: addresses of the large site, 300 to 10,000; 10,000 take 35 minutes.
  --turn-seconds: of four crawls on two places of an analyzer; 3600 is a system without turns.
  Ends with 0 if everything held, 1 if something did not, 2 if it could not be carried out.`

const { values } = readArguments(usage, {
  options: {
    only: { type: 'string' },
    pages: { type: 'string', default: '10000' },
    'turn-seconds': { type: 'string', default: '15' },
    'own-servers': { type: 'boolean', default: false },
  },
})
const parts: Part[] = [volume, fair(values['turn-seconds']), kills]
const only = values.only?.split(',')
const pages = Number(values.pages)
if (only?.some((name) => !parts.some((part) => part.name === name)) || !(pages >= 300 && pages <= 10_000)) {
  console.error(usage)
  process.exit(2)
}
// A first signal ends what is under way, and takes away what has been started.
const signal = stopSignals()
const begun = performance.now()
const say = (line: string): void =>
  console.log(`${((performance.now() - begun) / 1_000).toFixed(1).padStart(7)} s  ${line}`)

try {
  const servers = await findServers({ dataDir: join(workspace, '.data'), privateOnly: values['own-servers'], log: say })
  keepUntilTeardown(servers)
  await announceRun(servers)
  const results: { name: string; rows: Row[] }[] = []
  try {
    for (const part of parts.filter(({ name }) => only?.includes(name) ?? true))
      results.push({ name: part.name, rows: await runPart(part) })
  } catch (error) {
    // First, since what a system that did not start leaves is named next.
    console.error(error)
    throw error
  } finally {
    await tearDown()
  }
  console.log(`\n${results.flatMap(({ name, rows }) => rows.map((row) => tableLine(name, row))).join('\n')}`)
  const broken = results.filter(({ rows }) => rows.some(({ isHeld }) => !isHeld)).map(({ name }) => name)
  say(broken.length === 0 ? 'all held' : `broken: ${broken.join(', ')}`)
  process.exitCode = broken.length === 0 ? 0 : 1
} catch (error) {
  console.error(error)
  process.exitCode = 2
}

async function runPart({ name, does, env, run }: Part): Promise<Row[]> {
  signal.throwIfAborted()
  say(`${name}: ${does}`)
  // Requests by the thousand are not to be written down each.
  const system = await startTestSystem({ env: { LOG_LEVEL: 'warn', ...env } })
  try {
    return await run({ system, pages, signal, say })
  } catch (error) {
    for (const line of system.lines.filter((one) => /warning:|error:|ended with/.test(one)).slice(-20))
      console.error(line)
    throw error
  } finally {
    await system.destroy()
  }
}
