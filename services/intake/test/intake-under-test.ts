import { afterAll, beforeAll } from '@jest/globals'
import { fault } from '@pagebell/faults/fault'
import { connectRpc } from '@pagebell/rpc/connect-rpc'
import {
  ChannelCare,
  Deliveries,
  ForcedBatches,
  FoundUrls,
  Hooks,
  Quotas,
  Rehearsals,
  Requests,
  Sources,
  Submissions,
  UsageDays,
} from '@pagebell/rpc/contracts'
import { implement, serveRpc } from '@pagebell/rpc/serve-rpc'
import { createLog } from '@pagebell/runtime/log'
import { testBroker } from '@pagebell/testing/test-broker'
import { testDatabase } from '@pagebell/testing/test-database'
import { testRedis } from '@pagebell/testing/test-redis'
import pg from 'pg'
import type { Config } from '../src/config.ts'
import { startService } from '../src/service.ts'

const internalToken = 'internal'

type Row = Record<string, unknown>
type BatchWanted = { batch_id: string; per_page?: number; cursor?: string; urls: string[] }
// biome-ignore lint/suspicious/noExplicitAny: tests look into bodies of every shape and check what they find
export type Answer = { status: number; headers: Headers; body: any }

/**
 * A database, prefixes and a notifier of a test file's own, and as many copies of the service on them as are started.
 */
export async function intakeUnderTest() {
  await using starting = new AsyncDisposableStack()
  const database = await testDatabase('intake')
  starting.defer(() => database.drop())
  const redis = testRedis()
  starting.defer(() => redis.cleanUp())
  const broker = testBroker()
  starting.defer(() => broker.cleanUp())
  const admin = new pg.Pool({ connectionString: database.adminUrl, max: 4 })
  starting.defer(() => admin.end())
  const lines: string[] = []
  const log = createLog('intake', 'debug', { write: (line: string) => void lines.push(line) })
  const batchRequests: { batch_id: string; urls: string[] }[] = []
  const gates = new Map<string, PromiseWithResolvers<void>>()
  const keyFileRequests: { account_id: string; project_id: string; host: string }[] = []
  const deliveries = new Map<string, { url: string; channel: string; status: string; reason?: string }[]>()
  const notifier = starting.use(
    await serveRpc({
      port: 0,
      internalToken,
      log,
      services: [
        implement(Deliveries, {
          getBatch: async ({ batch_id, per_page, cursor, urls }: BatchWanted) => {
            batchRequests.push({ batch_id, urls })
            await gates.get(batch_id)?.promise
            const from = Number(cursor ?? 0)
            const ofUrls = new Set(urls)
            const all = (deliveries.get(batch_id) ?? []).filter(({ url }) => urls.length === 0 || ofUrls.has(url))
            const to = from + (per_page ?? 10_000)
            return { deliveries: all.slice(from, to), ...(to < all.length && { next_cursor: String(to) }) }
          },
          listDeliveries: async () => ({ deliveries: [] }),
          getDelivery: async () => ({ attempts: [] }),
          requeueDeliveries: async () => ({ count: 0 }),
          countRejected: async () => ({ count: 0 }),
        }),
        implement(ChannelCare, {
          async findKeyFile(request) {
            const { host } = request
            keyFileRequests.push(request)
            if (host.endsWith('example.com')) return { key: 'a-key', location: `https://${host}/a-key.txt` }
            throw fault('invalid', 'The host does not belong to the project.', { errors: { host: ['not its own'] } })
          },
          getCare: async () => ({ paused: [], key_files: [] }),
          pauseChannel: async ({ paused }) => ({ paused }),
          pauseEverywhere: async ({ paused }) => ({ paused }),
          checkKeyFile: async ({ host }) => ({ host }),
          askEngine: async () => ({ status: 200, text: '' }),
        }),
      ],
    }),
  )
  const settings: Config = {
    DATABASE_URL: database.url,
    REDIS_URL: redis.url,
    DEDUPE_REDIS_URL: '',
    REDIS_PREFIX: redis.prefix,
    AMQP_URL: broker.url,
    AMQP_PREFIX: broker.prefix,
    INTERNAL_TOKEN: internalToken,
    RPC_CALLERS: '',
    LOG_LEVEL: 'debug',
    HOST: '127.0.0.1',
    INTAKE_PORT: 0,
    INTAKE_RPC_PORT: 0,
    INTAKE_TRUST_PROXY: '127.0.0.1/32,::1/128',
    INTAKE_HEALTH_PORT: 0,
    NOTIFIER_RPC: `127.0.0.1:${notifier.port}`,
    DEDUPE_WINDOW_SECONDS: 600,
    HOOK_REQUESTS_PER_MINUTE: 600_000,
    WAITING_URLS_PER_PROJECT: 10_000,
    BATCH_RETENTION_DAYS: 90,
    SETTINGS_KEY: 'the settings key of a test of intake',
  }
  const running = starting.move()

  return {
    settings,
    log,
    lines,
    deliveries,
    /** What the notifier was asked for, and what it answers only once its gate is open. */
    batchRequests,
    keyFileRequests,
    gates,
    broker,
    redis,
    adminUrl: database.adminUrl,
    /** Runs SQL as the owner of the database. */
    query: async (text: string, values: unknown[] = []): Promise<Row[]> => (await admin.query(text, values)).rows,
    /** Reads of the table wait until it is released. */
    async lock(table: string) {
      const client = await admin.connect()
      await client.query(`begin; lock table ${table} in access exclusive mode`)
      return {
        async release() {
          await client.query('commit')
          client.release()
        },
      }
    },
    /** Sets the clock of the database; null restores the real one. */
    setClock: (time: string | null) =>
      admin.query(
        `create or replace function pagebell_now() returns timestamptz language sql volatile as
         $$ select ${time === null ? 'clock_timestamp()' : `timestamptz '${time}'`} $$`,
      ),
    async start(changes: Partial<Config> = {}) {
      const service = running.use(await startService({ ...settings, ...changes }, log))
      const address = { address: `127.0.0.1:${service.rpcPort}`, internalToken }
      const hooks = running.use(connectRpc(Hooks, address))
      const quotas = running.use(connectRpc(Quotas, address))
      const usageDays = running.use(connectRpc(UsageDays, address))
      const previews = running.use(connectRpc(Rehearsals, address))
      const forcedBatches = running.use(connectRpc(ForcedBatches, address))
      const submissions = running.use(connectRpc(Submissions, address))
      const requests = running.use(connectRpc(Requests, address))
      const foundUrls = running.use(connectRpc(FoundUrls, address))
      const sources = running.use(connectRpc(Sources, address))
      return {
        url: service.url,
        readyUrl: `http://127.0.0.1:${service.healthPort}/readyz`,
        hooks,
        quotas,
        usageDays,
        previews,
        forcedBatches,
        submissions,
        requests,
        foundUrls,
        sources,
        /** For a test that starts many; the others are stopped with the test file. */
        stop: () => service[Symbol.asyncDispose](),
      }
    },
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  }
}

export type UnderTest = Awaited<ReturnType<typeof intakeUnderTest>>
export type Running = Awaited<ReturnType<UnderTest['start']>>

/** What {@link useIntake} has started for the tests of this file. */
export let test: UnderTest
export let intake: Running

/** Starts what intake depends on and one copy of the service before the tests of a file, and stops them afterwards. */
export function useIntake(): void {
  beforeAll(async () => {
    test = await intakeUnderTest()
    intake = await test.start()
  })
  afterAll(() => test?.[Symbol.asyncDispose]())
}

let version = 0

/** Higher than any version before, as a plan change's is. */
export function nextVersion(): number {
  version += 1
  return version
}

/** A new account with limits, and a project with its token. */
export async function newHook(
  service: Running,
  limits: { urls_per_day?: number; urls_per_month?: number; hook_requests_per_minute?: number } = {},
  project = 'example.com',
) {
  const ids = { account_id: crypto.randomUUID(), project_id: crypto.randomUUID(), project }
  const { token } = await service.hooks.rotateHook({
    ...ids,
    grace_seconds: 0,
    limits: { ...limits, version: nextVersion() },
    idempotency: undefined,
  })
  return { ...ids, token }
}

export async function submit(
  url: string,
  token: string,
  body: unknown,
  { headers = {}, query = '' }: { headers?: Record<string, string>; query?: string } = {},
): Promise<Answer> {
  const response = await fetch(`${url}/api/hooks/${token}/submit${query}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
  return { status: response.status, headers: response.headers, body: await response.json() }
}

export async function read(url: string, path: string, headers: Record<string, string> = {}): Promise<Answer> {
  const response = await fetch(`${url}${path}`, { headers })
  return { status: response.status, headers: response.headers, body: await response.json() }
}

/** Pages of the project, numbered. */
export const pages = (from: number, to: number): string[] =>
  Array.from({ length: to - from + 1 }, (_, index) => `https://example.com/page-${from + index}`)
