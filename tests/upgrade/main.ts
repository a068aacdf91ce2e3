// npm run test:upgrade -- --from REF: a system of two copies of each service runs the code of that commit (the one
// before HEAD if none is named) and is used; then it is upgraded to this working copy as docs/upgrade.md says, copy
// after copy. Exits with 0 when no request failed, 1 on failure, and 2 when it could not run. Servers are found as
// npm test finds them; with --own-servers private ones are started, whose capacity is not shared.
import { execFile } from 'node:child_process'
import { cp, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { migrate } from '@pagebell/postgres/migrate'
import { findServers } from '@pagebell/start/find-servers'
import { readArguments } from '@pagebell/start/read-arguments'
import { workspace } from '@pagebell/start/service-list'
import { announceRun } from '@pagebell/testing/announce-run'
import { testRun } from '@pagebell/testing/test-run'
import { answersMore, restartEachCopy, startCustomers } from '../e2e/restart-each-copy.ts'
import { type Code, startTestSystem, type TestSystem } from '../e2e/test-system.ts'
import tearDown from '../jest-global-teardown.ts'
import { keepUntilTeardown } from '../until-teardown.ts'
import { launchUpgraded } from './launch-upgraded.ts'
import { layOutTree } from './lay-out-tree.ts'
import { dropAdded, prepareAsOperator, targetsOf } from './prepare-as-operator.ts'

const usage = `npm run test:upgrade -- [--from REF] [--own-servers]
  Upgrades a system that is in use from a commit (HEAD~1) to this working copy.
  Ends with 0 if no request failed, 1 if something did not hold, 2 if it could not be carried out.`

const { values } = readArguments(usage, {
  options: { from: { type: 'string', default: 'HEAD~1' }, 'own-servers': { type: 'boolean', default: false } },
})
const begun = performance.now()
const say = (line: string): void =>
  console.log(`${((performance.now() - begun) / 1_000).toFixed(1).padStart(7)} s  ${line}`)

try {
  const git = (...args: string[]) => promisify(execFile)('git', args, { cwd: workspace })
  const { stdout } = await git('log', '-1', '--format=%h %s', values.from)
  say(`from ${stdout.trim()}`)
  const servers = await findServers({ dataDir: join(workspace, '.data'), privateOnly: values['own-servers'], log: say })
  keepUntilTeardown(servers)
  await announceRun(servers)
  const problems = await upgrade(stdout.split(' ')[0] ?? '').finally(tearDown)
  for (const problem of problems) say(problem)
  say(problems.length === 0 ? 'all held' : `${problems.length} things did not hold`)
  process.exitCode = problems.length === 0 ? 0 : 1
} catch (error) {
  console.error(error)
  process.exitCode = 2
}

/** Returns the problems found. */
async function upgrade(commit: string): Promise<string[]> {
  await using tree = await layOutTree(commit)
  const { startSystem } = (await import(join(tree.folder, 'tools/start/src/start-system.ts'))) as Code
  const origins: string[] = []
  const nodeOptions = `--import=${join(import.meta.dirname, 'say-code.ts')}`
  const onLine = (line: string): void => {
    const origin = /this is (\S+\/services\/\S+)/.exec(line)?.[1]
    if (origin !== undefined) origins.push(origin)
  }
  const system = await startTestSystem({
    copies: 2,
    code: { startSystem, workspace: tree.folder },
    env: { NODE_OPTIONS: nodeOptions },
    onLine,
  })
  const problems: string[] = []
  try {
    await using clients = await startCustomers(system)
    await answersMore(clients, 30, 'by the version before')
    problems.push(...(await unlessAllRun(join(tree.folder, 'services'), origins.splice(0))))

    const refusal = await plantBreakingMigration(system)
    say(`a planted migration: ${refusal ?? 'was applied'}`)
    if (refusal?.includes('takes away') !== true)
      problems.push('A migration that takes away what running services need was not refused for that.')

    say(`prepared: ${(await prepareAsOperator(system)).trim().replaceAll('\n', '; ')}`)
    await using upgraded = await launchUpgraded(system, nodeOptions, (line) => {
      onLine(line)
      if (/warning:|error:|ended with/.test(line)) system.lines.push(line)
    })
    for (const service of await upgraded.startAdded()) say(`${service} is new, and started`)
    for await (const { service, answered } of restartEachCopy(system, clients, upgraded.takePlaceOf)) {
      say(`${service} is upgraded, ${answered} requests answered meanwhile`)
      if (answered < 10) problems.push(`Too few requests were answered while ${service} was upgraded to tell anything.`)
    }
    problems.push(...(await unlessAllRun(join(workspace, 'services'), origins)))
    const wrong = await clients.stop()
    say(`${clients.answered()} requests, ${wrong.length} failed`)
    if (wrong.length > 0) problems.push(...system.lines.filter((line) => /warning:|error:/.test(line)))
    return [...problems, ...wrong]
  } catch (error) {
    say(`not carried out: ${String(error)}`)
    for (const line of system.lines.slice(-60)) console.error(line)
    throw error
  } finally {
    await system.destroy()
    await dropAdded(system)
  }
}

/** Checks that two copies of every service in `folder` run its code. */
async function unlessAllRun(folder: string, origins: string[]): Promise<string[]> {
  const services = await readdir(folder)
  return services.flatMap((service) => {
    const found = origins.filter((origin) => origin === join(folder, service, 'src/main.ts'))
    return found.length === 2 ? [] : [`${found.length} copies of ${service}, not 2, run the code in ${folder}.`]
  })
}

/** Tries a migration that breaks the running version; returns the error by which it is refused. */
async function plantBreakingMigration(system: TestSystem): Promise<string | undefined> {
  const { report } = await targetsOf(system)
  if (report === undefined) throw new Error('There is no database of reports.')
  const folder = await mkdtemp(join(tmpdir(), 'pagebell-planted-'))
  try {
    await cp(join(workspace, 'services/report/migrations'), folder, { recursive: true })
    const migrations = (await readdir(folder)).filter((file) => file.endsWith('.sql'))
    const number = String(migrations.length + 1).padStart(4, '0')
    await writeFile(join(folder, `${number}-planted.sql`), 'alter table report drop column url;\n')
    return await migrate({ adminUrl: testRun().databaseUrl, ...report, folder }).then(
      () => undefined,
      (error: Error) => error.message,
    )
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
