// npm run test:cluster: two copies of every service on three nodes of RabbitMQ, six of Redis Cluster and PostgreSQL
// with a streaming replica. Runs the end-to-end suite, then a customer's main path with everything up, while a RabbitMQ
// node, a Redis master or the replica is down, and after one copy of each service was killed. Webhooks are sent
// meanwhile, and every accepted URL must reach the engine. Exits with 0 on success, 1 otherwise.
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { claimFolder } from '@pagebell/start/claim-folder'
import { readArguments } from '@pagebell/start/read-arguments'
import { services, workspace } from '@pagebell/start/service-list'
import { announceRun } from '@pagebell/testing/announce-run'
import { runFolder, testRun } from '@pagebell/testing/test-run'
import { until, untilNone } from '@pagebell/testing/until'
import { startTestSystem, type TestSystem } from '../e2e/test-system.ts'
import type { Crashable } from '../faults/harness/crashable.ts'
import { withAdmin } from '../faults/harness/drain.ts'
import { startRabbitmqCluster } from '../faults/harness/start-rabbitmq-cluster.ts'
import { followMainPath } from './main-path.ts'
import { runSuite } from './run-suite.ts'
import { sendWebhooks } from './send-webhooks.ts'
import { startPostgresPair } from './start-postgres-pair.ts'
import { startRedisCluster } from './start-redis-cluster.ts'

const usage = `npm run test:cluster -- [--tests a,b]

Tries two copies of every service on clusters of all three servers. Ends with 0 if all held, else 1.
--tests: of the end-to-end suite only files with one of these words in their names.`
const { values } = readArguments(usage, { options: { tests: { type: 'string', default: '' } } })
const words = values.tests.split(',')
const begun = performance.now()
const say = (line: string): void =>
  console.log(`${((performance.now() - begun) / 1_000).toFixed(1).padStart(7)} s  ${line}`)

const folder = await mkdtemp(join(tmpdir(), 'pagebell-cluster-'))
// PostgreSQL's user needs access.
await chmod(folder, 0o755)
const running = new AsyncDisposableStack()
try {
  await tryCluster()
  say('all held')
} catch (error) {
  console.error(error)
  process.exitCode = 1
} finally {
  await running.disposeAsync()
  await rm(folder, { recursive: true, force: true })
}
// Connection pools may still be closing.
process.exit()

async function tryCluster(): Promise<void> {
  const claim = await claimFolder(join(workspace, '.data/cluster'))
  running.defer(() => claim.release())
  const postgres = running.use(await startPostgresPair(folder, claim.note))
  say('PostgreSQL: a primary and a replica')
  const redis = running.use(await startRedisCluster(folder, claim.note))
  say('Redis Cluster: three masters, three replicas')
  const rabbitmq = await startRabbitmqCluster(folder, 3, claim.note)
  running.defer(() => rabbitmq.stop())
  say('RabbitMQ: three nodes')
  const servers = {
    databaseUrl: postgres.primary.url,
    redisUrl: redis.url,
    amqpUrl: rabbitmq.nodes.map(({ url }) => url).join(','),
  }
  await announceRun(servers)
  running.defer(() => rm(runFolder(testRun().id), { recursive: true, force: true }))
  await runSuite({ ...servers, replicaUrl: postgres.replica.url }, words)
  say(`the end-to-end suite${values.tests && ` (${values.tests})`} holds, with two copies of every service`)
  const system = await startTestSystem({ servers, copies: 2, env: { DATABASE_REPLICA_URL: postgres.replica.url } })
  running.defer(() => system.stop())
  say(`${system.copies.length} processes of ${services.length} services are ready`)

  try {
    const sending = sendWebhooks(system)
    running.defer(() => sending.stop())
    await follow(system, 'with everything up')
    say(`the replica serves ${await whoReads(postgres.replica)}`)
    await whileDead(await rabbitmq.leaderOf(`${system.env['AMQP_PREFIX']}notifier.urls.submitted.v1`), system)
    await whileDead(await redis.masterOf(`${system.env['REDIS_PREFIX']}panel:sessions:any`), system)
    await whileDead(postgres.replica, system)
    for (const service of services) await killOneCopy(system, service)
    await follow(system, 'after one copy of each service was killed')

    await sending.stop()
    const accepted = sending.accepted()
    const lost = await untilNone(async () => {
      const received = new Set(await system.received())
      return accepted.filter((url) => !received.has(url))
    }, 90_000)
    say(`${accepted.length} URLs were accepted meanwhile, ${lost.length} of them have not reached the engine`)
    const refused = Object.entries(Object.groupBy(sending.refused(), (message) => message.slice(0, 120)))
    for (const [message, all] of refused) say(`${all?.length} webhooks were not accepted: ${message}`)
    if (lost.length > 0) throw new Error(`Lost: ${lost.slice(0, 10).join(', ')}`)
    if (accepted.length < 500) throw new Error('Too few URLs were accepted for a result.')
  } catch (error) {
    for (const line of system.lines.filter((one) => /warning:|error:/.test(one)).slice(-40)) console.error(line)
    throw error
  }
}

async function follow(system: TestSystem, when: string): Promise<void> {
  const startedAt = performance.now()
  await followMainPath(system, when.replaceAll(/\W+/g, '-'))
  say(`the main path holds ${when} (${((performance.now() - startedAt) / 1_000).toFixed(1)} s)`)
}

async function whileDead(server: Crashable, system: TestSystem): Promise<void> {
  await server.end()
  await follow(system, `while ${server.name.split('-').slice(0, 2).join('-')} is dead`)
  await server.start()
}

/** The pools that read the replica; throws when one is missing. */
async function whoReads(replica: Crashable): Promise<string> {
  const found = await withAdmin(replica.url, async (admin) => {
    const { rows } = await admin.query<{ name: string }>(
      `select distinct application_name as name from pg_stat_activity where application_name like '% replica' order by 1`,
    )
    return rows.map(({ name }) => name).join(', ')
  })
  if (found !== 'notifier replica, report replica') throw new Error(`The replica is read by: ${found || 'nobody'}.`)
  return found
}

/** kill -9, as the OOM killer does; its supervisor restarts it. */
async function killOneCopy(system: TestSystem, service: string): Promise<void> {
  const copy = system.copies.find((one) => one.service === service)
  if (copy === undefined) throw new Error(`No copy of ${service} runs.`)
  const before = copy.process.restarts()
  copy.process.kill('SIGKILL')
  await until(`${service} is started again`, () => copy.process.restarts() > before, 30_000)
  await until(`${service} is ready again`, () => fetch(copy.readyUrl).then(({ ok }) => ok), 60_000)
  say(`one copy of ${service} was killed, and is back`)
}
