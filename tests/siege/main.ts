// npm run test:siege: each attack of attacks/ against a new system, while other customers are measured. Ends with 0
// when no attack broke its bounds, 1 when one did, and 2 when it could not be carried out. Servers are found as npm test
// finds them.
import { writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { findServers } from '@pagebell/start/find-servers'
import { workspace } from '@pagebell/start/service-list'
import { stopSignals } from '@pagebell/start/stop-signals'
import { announceRun } from '@pagebell/testing/announce-run'
import type { Code } from '../e2e/test-system.ts'
import tearDown from '../jest-global-teardown.ts'
import { keepUntilTeardown } from '../until-teardown.ts'
import { besiege, startBesieged } from './harness/besiege.ts'
import type { Row } from './harness/judge.ts'
import { type LoadedAttack, loadAttacks } from './harness/load-attacks.ts'

const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    system: { type: 'string' },
    seconds: { type: 'string', default: '12' },
    json: { type: 'string' },
    'one-system': { type: 'boolean', default: false },
    'own-servers': { type: 'boolean', default: false },
  },
})
const signal = stopSignals()
const begun = performance.now()
const say = (line: string): void =>
  console.log(`${((performance.now() - begun) / 1_000).toFixed(1).padStart(7)} s  ${line}`)

/** Attacks that could not be carried out, which says nothing of the system. */
const notCarriedOut: string[] = []

type Result = { attack: string; does: string; rows: Row[] }

try {
  const attacks = await loadAttacks(values.only?.split(','))
  const code = values.system === undefined ? undefined : await codeIn(resolve(values.system))
  const servers = await findServers({ dataDir: join(workspace, '.data'), privateOnly: values['own-servers'], log: say })
  keepUntilTeardown(servers)
  await announceRun(servers)
  const results: Result[] = []
  try {
    const groups = values['one-system'] ? [attacks] : attacks.map((attack) => [attack])
    for (const group of groups) results.push(...(await attackOne(group, code)))
  } catch (error) {
    // First, since what a system that did not start leaves is named next.
    console.error(error)
    throw error
  } finally {
    await tearDown()
  }
  console.log(results.flatMap(({ attack, rows }) => rows.map((row) => tableLine(attack, row))).join('\n'))
  if (values.json !== undefined) await writeFile(values.json, `${JSON.stringify(results, null, 2)}\n`)
  const broken = results.filter(({ rows }) => rows.some((row) => row.broken.length > 0))
  if (broken.length > 0) say(`broken: ${broken.map(({ attack }) => attack).join(', ')}`)
  if (notCarriedOut.length > 0) say(`not carried out: ${notCarriedOut.join(', ')}`)
  if (broken.length + notCarriedOut.length === 0) say('all held')
  process.exitCode = notCarriedOut.length > 0 ? 2 : broken.length === 0 ? 0 : 1
} catch (error) {
  console.error(error)
  process.exitCode = 2
}
// Pools of clients may still be closing.
process.exit()

/** Starts a system, and carries out these attacks on it one after the other. */
async function attackOne(attacks: LoadedAttack[], code: Code | undefined): Promise<Result[]> {
  const system = await startBesieged(attacks, code)
  try {
    const results: Result[] = []
    for (const attack of attacks) {
      const { name, does } = attack
      say(`${name}: ${does}`)
      try {
        const rows = await besiege(attack, system, { seconds: Number(values.seconds), signal, say })
        results.push({ attack: name, does, rows })
        for (const row of rows) say(describeRow(row))
      } catch (error) {
        signal.throwIfAborted()
        // The other attacks are carried out all the same.
        console.error(error)
        notCarriedOut.push(name)
      }
    }
    return results
  } finally {
    await system.destroy()
  }
}

/** The code of another checkout of the project, which has its packages. */
async function codeIn(folder: string): Promise<Code> {
  const { startSystem } = (await import(join(folder, 'tools/start/src/start-system.ts'))) as Code
  return { startSystem, workspace: folder }
}

function describeRow({ victim, quiet, attacked, broken, failureTexts }: Row): string {
  const figures = `p99 ${quiet.p99Ms} ms before, ${attacked.p99Ms} ms under attack`
  const outcome = broken.length === 0 ? 'within bounds' : `BROKEN: ${broken.join('; ')} ${failureTexts.join(' | ')}`
  return `  ${victim}: ${attacked.failures} of ${attacked.requests} failed, ${figures}: ${outcome}`
}

/** A line for the table in README.md. */
function tableLine(attack: string, { victim, quiet, attacked, broken }: Row): string {
  const ratio = (attacked.p99Ms / quiet.p99Ms).toFixed(1)
  const failures = `${attacked.failures} of ${attacked.requests}`
  const p99 = `${quiet.p99Ms} → ${attacked.p99Ms} ms (${ratio} ×)`
  return `| ${attack} | ${victim} | ${failures} | ${p99} | ${broken.length === 0 ? 'held' : 'broken'} |`
}
