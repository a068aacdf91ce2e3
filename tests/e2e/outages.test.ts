import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { freePort } from '@pagebell/start/free-port'
import type { PrivateServer } from '@pagebell/start/private-server'
import { startPostgres } from '@pagebell/start/start-postgres'
import { startRabbitmq } from '@pagebell/start/start-rabbitmq'
import { startRedis } from '@pagebell/start/start-redis'
import { until } from '@pagebell/testing/until'
import { limitMemory } from '../libs/broker/limit-memory.ts'
import { startTestSystem, type TestSystem } from './test-system.ts'

/** A private server that can be stopped and come back at the same address with its data. */
type Stoppable = { url: string; running(): PrivateServer; stop(): Promise<void>; start(): Promise<void> }

let folder: string
let postgres: Stoppable
let redis: Stoppable
let rabbitmq: Stoppable
let system: TestSystem
let page = 0

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pagebell-outage-'))
  // PostgreSQL's user has to reach it when the tests run as root.
  await chmod(folder, 0o755)
  ;[postgres, redis, rabbitmq] = await Promise.all([
    stoppable(startPostgres),
    stoppable(startRedis),
    stoppable(startRabbitmq),
  ])
  system = await startTestSystem({
    servers: { databaseUrl: postgres.url, redisUrl: redis.url, amqpUrl: rabbitmq.url },
  })
})

afterAll(async () => {
  await system?.stop()
  await Promise.all([postgres?.stop(), redis?.stop(), rabbitmq?.stop()])
  await rm(folder, { recursive: true, force: true })
})

async function stoppable(
  startServer: (dataDir: string, port: number) => Promise<PrivateServer | undefined>,
): Promise<Stoppable> {
  const port = await freePort()
  const begin = async (): Promise<PrivateServer> => {
    const server = await startServer(folder, port)
    if (server === undefined)
      throw new Error('This test needs PostgreSQL, Redis and RabbitMQ installed on this machine.')
    return server
  }
  let server: PrivateServer | undefined = await begin()
  return {
    url: server.url,
    running() {
      if (server === undefined) throw new Error('The server is stopped.')
      return server
    },
    async stop() {
      await server?.stop()
      server = undefined
    },
    async start() {
      server = await begin()
    },
  }
}

const newUrls = (count: number): string[] =>
  Array.from({ length: count }, () => `${system.addresses.sampleSiteUrl}/outage/${page++}`)

const submit = (urls: string[]) => system.submit(system.demo.hookToken ?? '', urls)

async function arrive(urls: string[]): Promise<void> {
  await until(
    'every URL has reached the engine',
    async () => {
      const received = new Set(await system.received())
      return urls.every((url) => received.has(url))
    },
    60_000,
  )
}

it('answers 202 while RabbitMQ is away, and every URL arrives once it is back', async () => {
  const urls = newUrls(40)
  await rabbitmq.stop()
  for (let i = 0; i < urls.length; i += 4) expect((await submit(urls.slice(i, i + 4))).status).toBe(202)
  await rabbitmq.start()
  await arrive(urls)
}, 150_000)

it('answers 202 while RabbitMQ takes nothing in for lack of memory, and every URL arrives once it does', async () => {
  const urls = newUrls(12)
  await limitMemory(rabbitmq.running(), 'nothing')
  for (let i = 0; i < urls.length; i += 3) expect((await submit(urls.slice(i, i + 3))).status).toBe(202)
  expect(new Set(await system.received()).isDisjointFrom(new Set(urls))).toBe(true)
  await limitMemory(rabbitmq.running(), 'plenty')
  await arrive(urls)
}, 150_000)

it('answers 202 while Redis is away, still knows duplicates, and every URL arrives', async () => {
  const urls = newUrls(12)
  await redis.stop()
  expect((await submit(urls)).status).toBe(202)
  const again = await submit([...urls, ...newUrls(1)])
  expect(again).toMatchObject({ status: 202, body: { accepted: 1, duplicates: 12 } })
  await arrive(urls)
  await redis.start()
}, 90_000)

it('answers 503 with Retry-After within 3 s while PostgreSQL is away, and takes the same request once it is back', async () => {
  const urls = newUrls(3)
  await postgres.stop()
  for (let i = 0; i < 3; i++) {
    const startedAt = performance.now()
    const refused = await submit(urls)
    expect(performance.now() - startedAt).toBeLessThan(3_000)
    expect(refused.status).toBe(503)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(['none', 'unknown']).toContain(refused.body.outcome)
  }
  await postgres.start()
  await until('it is taken', async () => (await submit(urls)).status === 202)
  await arrive(urls)
}, 90_000)
