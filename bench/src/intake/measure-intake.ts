import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { startRedis } from '@pagebell/start/start-redis'
import { mintToken } from '@pagebell/tokens/token'
import { Redis } from 'ioredis'
import pg from 'pg'
import type { RoundSettings } from '../compare.ts'
import { compareServers, type ServerFigures } from '../servers/compare-servers.ts'
import { type BenchServers, startProgram, startServers } from '../servers/start-servers.ts'
import { checkStored, duplicates, type Hook, newUrls } from './drive-hook.ts'
import { messageQueues, startIntake } from './start-intake.ts'
import { bullmqStore, intakeStore, messageStore, tableStore } from './stored-urls.ts'

export type IntakeLoad = { load: string; urls: number; figures: ServerFigures[] }

const ours = 'Pagebell intake'
const ceiling = 'Fastify, validating only'

/**
 * Rounds of warm-up before the first load. After less than one round, V8 had not compiled what every request runs: Node's
 * CPU for one URL was 201 µs in place of 108, and the variants ran at 0.6 to 0.9 of their later speed.
 */
const firstWarmUp = 6

/** The whole webhook beside the same route on job queues, and beside a route that only validates. */
export async function measureIntake(settings: RoundSettings, running: AsyncDisposableStack): Promise<IntakeLoad[]> {
  const servers = await startServers(running)
  const intake = await startOurs(running, servers)
  const none = await startCeiling(running)
  const all = [none, intake, ...(await startAlternatives(running, servers))]
  for (const { store } of all) await store.checkDurable()

  const measured: IntakeLoad[] = []
  for (const [urls, connections] of [
    [1, 50],
    [1, 200],
    [100, 50],
  ] as const) {
    const load = `${urls} ${urls === 1 ? 'URL' : 'URLs'} a request, ${connections} connections`
    const variants = all.map((hook) => newUrls(hook, { urls, connections, one: true }))
    const warmUpMs = measured.length === 0 ? settings.roundMs * firstWarmUp : undefined
    const figures = await compareServers(variants, settings, warmUpMs)
    for (const [place, hook] of all.entries()) {
      if (hook !== none) await checkStored(hook, variants[place]?.accepted() ?? 0)
    }
    measured.push({ load, urls, figures })
  }

  const same = [none, intake].map((hook) => duplicates(hook, 50))
  measured.push({ load: 'all duplicates, 50 connections', urls: 1, figures: await compareServers(same, settings) })
  await checkStored(intake, same[1]?.accepted() ?? 0)

  const spread = { ...newUrls(intake, { urls: 1, connections: 50, one: false }), name: `${ours}, 50 accounts` }
  const hot = { ...newUrls(intake, { urls: 1, connections: 50, one: true }), name: `${ours}, one account` }
  const figures = await compareServers([spread, hot], settings)
  await checkStored(intake, spread.accepted() + hot.accepted())
  measured.push({ load: 'one hot account, 50 connections', urls: 1, figures })
  return measured
}

async function startOurs(running: AsyncDisposableStack, servers: BenchServers): Promise<Hook> {
  const { port, pid, adminUrl, tokens } = await startIntake(running, servers, 50)
  const store = intakeStore(adminUrl, servers.amqpUrl, messageQueues)
  return { name: ours, port, tokens, pids: { node: pid, ...servers.pids }, store }
}

/** It stores nothing, so nothing is checked. */
async function startCeiling(running: AsyncDisposableStack): Promise<Hook> {
  const store = { countUrls: async () => 0, checkDurable: async () => undefined }
  return startAlternative(running, { name: ceiling, env: { PEER: 'none' }, pids: {}, store })
}

async function startAlternatives(running: AsyncDisposableStack, servers: BenchServers): Promise<Hook[]> {
  const { amqpUrl, redisUrl } = servers
  const { postgres = 0, redis = 0, rabbitmq = 0 } = servers.pids
  const bossUrl = await makeDatabase(servers.databaseUrl, 'bench_pg_boss')
  const workerUrl = await makeDatabase(servers.databaseUrl, 'bench_graphile_worker')
  const always = await startOwnRedis(running, join(servers.dataDir, 'always'), 'always')
  const everysec = await startOwnRedis(running, join(servers.dataDir, 'everysec'), 'everysec')
  const alternatives: Alternative[] = [
    {
      name: 'Fastify + pg-boss',
      env: { PEER: 'pg-boss', DATABASE_URL: bossUrl },
      pids: { postgres },
      store: tableStore(bossUrl, "select count(*) from pgboss.job where name = 'urls'"),
    },
    {
      name: 'Fastify + graphile-worker',
      env: { PEER: 'graphile-worker', DATABASE_URL: workerUrl },
      pids: { postgres },
      store: tableStore(workerUrl, 'select count(*) from graphile_worker.jobs'),
    },
    {
      name: 'Fastify + BullMQ, appendfsync always',
      env: { PEER: 'bullmq', REDIS_URL: always.url },
      pids: { redis: always.pid },
      store: bullmqStore(always.url, 'always'),
    },
    {
      name: 'Fastify + BullMQ, appendfsync everysec (weaker)',
      env: { PEER: 'bullmq', REDIS_URL: everysec.url },
      pids: { redis: everysec.pid },
      store: bullmqStore(everysec.url, 'everysec'),
    },
    {
      name: 'Nest + SET NX + RabbitMQ (weaker)',
      program: 'bench/src/intake/nest-main.ts',
      env: { AMQP_URL: amqpUrl, REDIS_URL: redisUrl, QUEUE: 'bench_nest' },
      pids: { redis, rabbitmq },
      store: messageStore(amqpUrl, 'bench_nest'),
    },
  ]
  const started: Hook[] = []
  for (const alternative of alternatives) started.push(await startAlternative(running, alternative))
  return started
}

type Alternative = Pick<Hook, 'name' | 'pids' | 'store'> & { env: NodeJS.ProcessEnv; program?: string }

async function startAlternative(running: AsyncDisposableStack, alternative: Alternative): Promise<Hook> {
  const { name, env, pids, store, program = 'bench/src/intake/job-queue-main.ts' } = alternative
  const tokens = [mintToken('pbh_')]
  const { port, process } = await startProgram(running, { program, env: { TOKENS: tokens.join(), ...env } })
  return { name, port, tokens, pids: { node: process.pid(), ...pids }, store }
}

async function startOwnRedis(running: AsyncDisposableStack, dataDir: string, appendfsync: string) {
  await mkdir(dataDir, { recursive: true })
  const server = await startRedis(dataDir)
  if (server === undefined) throw new Error('The bench needs redis-server installed.')
  running.defer(() => server.stop())
  const redis = new Redis(server.url)
  await redis.config('SET', 'appendfsync', appendfsync)
  redis.disconnect()
  return { url: server.url, pid: server.processes[0]?.pid ?? 0 }
}

async function makeDatabase(adminUrl: string, name: string): Promise<string> {
  const admin = new pg.Client({ connectionString: adminUrl })
  await admin.connect()
  await admin.query(`create database ${pg.escapeIdentifier(name)}`)
  await admin.end()
  const url = new URL(adminUrl)
  url.pathname = `/${name}`
  return url.href
}
