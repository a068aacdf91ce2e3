import { appendFileSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connectBroker } from '@pagebell/broker/broker'
import { createLog } from '@pagebell/runtime/log'
import { claimFolder } from '@pagebell/start/claim-folder'
import { freePort } from '@pagebell/start/free-port'
import { type LaunchedProcess, launchProcess } from '@pagebell/start/launch-process'
import { prepareDatabases } from '@pagebell/start/prepare-databases'
import { workspace } from '@pagebell/start/service-list'
import { startPostgres } from '@pagebell/start/start-postgres'
import { startRedis } from '@pagebell/start/start-redis'
import { startNameServer } from '@pagebell/testing/start-name-server'
import { type Crashable, crashable } from './crashable.ts'
import { type Copy, launchCopies } from './launch-copies.ts'
import { type Links, openLinks } from './open-links.ts'
import { servePages } from './serve-pages.ts'
import { type ClockShift, shiftClock } from './shift-clock.ts'
import { type Cluster, startRabbitmqCluster } from './start-rabbitmq-cluster.ts'

/** A complete system for one run, whose parts can be made to fail. */
export type Harness = {
  copies: Copy[]
  engine: LaunchedProcess & { setBehaviour(behaviour: string): Promise<void> }
  postgres: Crashable
  redis: Crashable
  cluster: Cluster
  links: Links
  databaseUrls: Record<string, string>
  /** Endpoints to which the driver sends webhooks. */
  submitEndpoints: { name: string; url: string }[]
  gatewayUrl: string
  projectRpc: string
  internalToken: string
  sampleSiteUrl: string
  /** Where pages of every name are served. */
  pagesPort: number
  clock: ClockShift
  stop(): Promise<void>
}

export type HarnessOptions = {
  /** Receives the histories and the services' logs. */
  folder: string
  windowSeconds: number
  /** Seconds from now to midnight by the quota's clock. */
  midnightInSeconds: number
  /** RabbitMQ nodes. */
  nodes: number
  /** Of intake, notifier and report. */
  copies: number
  say: (line: string) => void
}

export async function startHarness({
  folder,
  windowSeconds,
  midnightInSeconds,
  nodes,
  copies,
  say,
}: HarnessOptions): Promise<Harness> {
  // Outside of the histories' folder, where PostgreSQL's user has access.
  const data = await mkdtemp(join(tmpdir(), 'pagebell-faults-'))
  await chmod(data, 0o755)
  await mkdir(join(workspace, '.data/faults'), { recursive: true })
  const claim = await claimFolder(join(workspace, '.data/faults'))
  const running = new AsyncDisposableStack()
  running.defer(async () => {
    await rm(data, { recursive: true, force: true })
    await claim.release()
  })

  const log = (name: string) => (line: string) => appendFileSync(join(folder, 'services.log'), `${name}: ${line}\n`)

  try {
    say(`starting PostgreSQL, Redis and ${nodes} RabbitMQ nodes`)
    const [pgPort, redisPort] = [await freePort(), await freePort()]
    const [postgres, redis, cluster] = await Promise.all([
      crashable('postgres', claim.note, () => startPostgres(data, pgPort)),
      crashable('redis', claim.note, () => startRedis(data, redisPort)),
      startRabbitmqCluster(data, nodes, claim.note, (node, line) => log(node)(line)),
    ])
    running.defer(async () => {
      await Promise.all([postgres.end(), redis.end(), cluster.stop()])
    })
    const amqpUrl = cluster.nodes.map((node) => node.url).join(',')
    const databases = await prepareDatabases({ databaseUrl: postgres.url, dataDir: data, prefix: '', log: say })
    const clock = await shiftClock(adminUrlOf(postgres.url, databases.urls['intake'] ?? ''), midnightInSeconds)
    await declareQueues(amqpUrl)

    const links = running.use(openLinks())
    const launched: LaunchedProcess[] = []
    running.defer(async () => {
      await Promise.all(launched.map((one) => one.stop()))
    })
    const internalToken = crypto.randomUUID()
    const launch = async (name: string, program: string, env: NodeJS.ProcessEnv, readyUrl: string) => {
      const one = await launchProcess({ name, program, env, readyUrl, onLine: log(name), onStart: claim.note })
      launched.push(one)
      return one
    }

    const [enginePort, sitePort] = [await freePort(), await freePort()]
    const plain = { PATH: process.env['PATH'], HOST: '127.0.0.1' }
    const engineUrl = `http://127.0.0.1:${enginePort}`
    const engineEnv = { ...plain, ENGINE_PORT: String(enginePort), ENGINE_HISTORY: join(folder, 'engine.jsonl') }
    const engine = await launch('engine', 'tests/faults/engine/main.ts', engineEnv, `${engineUrl}/ready`)
    const siteEnv = { ...plain, SAMPLE_SITE_PORT: String(sitePort), INDEXNOW_KEYS: 'unused-key' }
    const sampleSiteUrl = `http://127.0.0.1:${sitePort}`
    await launch('sample-site', 'tools/sandbox/src/sample-site-main.ts', siteEnv, `${sampleSiteUrl}/`)

    const pages = running.use(await servePages())
    // Every name that the service pages asks for is this machine.
    const names = running.use(await startNameServer(() => ['127.0.0.1']))

    say(`starting the services, with copies of intake, notifier and report: ${copies}`)
    const servers = { databaseUrls: databases.urls, redisUrl: redis.url, amqpUrl, engineUrl: `${engineUrl}/indexnow` }
    const dnsServer = names.server
    const system = await launchCopies({ launch, links, servers, dnsServer, internalToken, windowSeconds, copies })
    return {
      ...system,
      engine: { ...engine, setBehaviour: (behaviour) => setBehaviour(engineUrl, behaviour) },
      postgres,
      redis,
      cluster,
      links,
      databaseUrls: Object.fromEntries(
        Object.entries(databases.urls).map(([name, url]) => [name, adminUrlOf(postgres.url, url)]),
      ),
      internalToken,
      sampleSiteUrl,
      pagesPort: pages.port,
      clock,
      stop: () => running.disposeAsync(),
    }
  } catch (error) {
    await running.disposeAsync()
    throw error
  }
}

/** Declares queues before anything is published, as an installation does. */
async function declareQueues(amqpUrl: string): Promise<void> {
  const broker = await connectBroker({ url: amqpUrl, log: createLog('faults', 'silent'), service: 'project' })
  await broker.ping()
  await broker[Symbol.asyncDispose]()
}

/** The URL of a service's database for the administrator. */
function adminUrlOf(adminUrl: string, serviceUrl: string): string {
  const url = new URL(adminUrl)
  url.pathname = new URL(serviceUrl).pathname
  return url.href
}

async function setBehaviour(engineUrl: string, behaviour: string): Promise<void> {
  const response = await fetch(`${engineUrl}/behaviour/${behaviour}`)
  if (!response.ok) throw new Error(`The engine refuses the behaviour ${behaviour}.`)
}
