import { randomUUID } from 'node:crypto'
import { type Broker, connectBroker } from '@pagebell/broker/broker'
import { fault } from '@pagebell/faults/fault'
import type { Body } from '@pagebell/messages/define-message'
import { urlsSubmitted } from '@pagebell/messages/urls-submitted'
import { connectDatabase, type Database } from '@pagebell/postgres/database'
import { connectRpc, type RpcClient } from '@pagebell/rpc/connect-rpc'
import { ChannelCare, ChannelSettings, Deliveries, EventEndpoints } from '@pagebell/rpc/contracts'
import { implement, serveRpc } from '@pagebell/rpc/serve-rpc'
import { createLog } from '@pagebell/runtime/log'
import { type SandboxEngine, startSandboxEngine } from '@pagebell/sandbox/sandbox-engine'
import { testBroker } from '@pagebell/testing/test-broker'
import { testDatabase } from '@pagebell/testing/test-database'
import { until } from '@pagebell/testing/until'
import { eventSchedule } from '../src/event-schedule.ts'
import { schedule } from '../src/retry-schedule.ts'
import { type Service, type Settings, startService } from '../src/start-service.ts'

const log = createLog('notifier-test', process.env['TEST_LOG_LEVEL'] ?? 'silent')
const internalToken = 'component-test'
export const key = 'a1b2c3d4e5f64708a1b2c3d4e5f64708'
type Submission = Partial<Body<typeof urlsSubmitted>>

/** The real delays in their real order, about a thousand times as fast. */
export const fast: Settings['schedule'] = {
  ...schedule,
  trouble: [5, 30, 120, 300, 500],
  unverified: [10, 20, 30, 40, 50],
  pause: 60,
  pauseMost: 3_600,
  ownTrouble: 50,
  gather: 20,
  gatherParts: 100,
  breakerOpen: 50,
  keyCheck: 50,
  keyCheckMost: 200,
  keyFile: 200,
}

/** The same for events. */
export const fastEvents: Settings['eventSchedule'] = {
  ...eventSchedule,
  retries: [5, 10, 20, 40],
  rest: 5,
  restMost: 40,
  giveUp: 600_000,
  lease: 2_000,
  answer: 1_000,
  watch: 50,
}
export const settingsKey = 'the settings key of component tests'

/** Everything the notifier lives on: a database and queues of its own, an engine, and a project service. */
export async function startSurroundings() {
  await using stack = new AsyncDisposableStack()
  const database = stack.adopt(await testDatabase('notifier'), (made) => made.drop())
  const rabbit = stack.adopt(testBroker(), (made) => made.cleanUp())
  const engine: SandboxEngine = stack.use(await startSandboxEngine({ port: 0, fetchKeyFiles: false }))
  const projects = {
    gone: new Set<string>(),
    away: false,
    /** Resolves when the project service is to answer again. */
    answers: Promise.resolve(),
    key,
    /** By project and channel, in place of what every project of a test has. */
    settings: new Map<string, object>(),
  }
  const usual = (channel: string, project: string): object => {
    if (channel === 'indexnow') return { key: projects.key }
    const { google, bing } = engine.credentials(project)
    if (channel === 'bing') return bing
    const { client_email, private_key, token_uri } = google
    return { service_account: { client_email, private_key, token_uri }, gate: false }
  }
  const nothing = { channels: [], version: 0, project_id: '' }
  const services = [
    implement(ChannelSettings, {
      async openSettings({ project_id, channel }: { project_id: string; channel: string }) {
        await projects.answers
        if (projects.away) throw fault('unavailable', 'The project service is away.')
        if (projects.gone.has(project_id)) throw fault('not_found', 'There is no such project.')
        const settings = projects.settings.get(`${project_id} ${channel}`)
        return { settings_json: JSON.stringify(settings ?? usual(channel, project_id)) }
      },
      listChannels: async () => nothing,
      putChannel: async () => nothing,
      deleteChannel: async () => nothing,
      chooseChannels: async () => nothing,
      reencryptSettings: async () => ({ count: 0 }),
    }),
  ]
  const rpc = stack.use(await serveRpc({ port: 0, internalToken, log, services }))
  const db = stack.use(connectDatabase({ url: database.url, log }))
  const broker = stack.use(
    await connectBroker({ url: rabbit.url, prefix: rabbit.prefix, log, service: 'notifier-test' }),
  )
  const stop = stack.move()
  const settingsOf = (changes: Partial<Settings> = {}): Settings => ({
    databaseUrl: database.url,
    amqpUrl: rabbit.url,
    amqpPrefix: rabbit.prefix,
    internalToken,
    projectRpc: `127.0.0.1:${rpc.port}`,
    host: '127.0.0.1',
    rpcPort: 0,
    healthPort: 0,
    endpoints: { indexnow: `${engine.url}/indexnow`, google: engine.url, bing: engine.url },
    schedule: fast,
    rate: { perSecond: 1_000, burst: 1_000 },
    lanes: { perEngine: 2, pollMs: 20 },
    engineTimeoutMs: 500,
    retention: { days: 90, everyMs: 100 },
    rememberSettingsMs: 0,
    settingsKey,
    publicUrl: 'https://pagebell.example',
    eventSchedule: fastEvents,
    reach: { allow: ['127.0.0.0/8'], dnsServers: [], userAgent: 'PagebellBot/1.0' },
    ...changes,
  })
  const ask = (method: string, path: string, body?: unknown) =>
    fetch(engine.url + path, {
      method,
      ...(body !== undefined && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    })

  return {
    db,
    broker,
    engine,
    projects,
    rabbit,
    databaseUrl: database.url,
    /** Logs in as the owner of the database. */
    adminUrl: database.adminUrl,
    /** Tells the engine how to answer. */
    tell: (script: unknown) => ask('POST', '/script', script),
    requests: async () => ((await (await ask('GET', '/received')).json()) as { requests: Asked[] }).requests,
    async clear() {
      await db.query({ text: 'delete from deliveries' })
      await db.query({ text: 'delete from engine_calls' })
      await db.query({ text: 'delete from engine_state' })
      await db.query({ text: 'delete from paused_channels' })
      await db.query({ text: 'delete from key_files' })
      await db.query({ text: 'delete from event_endpoints' })
      await ask('DELETE', '/script')
      await ask('DELETE', '/received')
    },
    /** What a copy is started with, for one in a process of its own. */
    settingsOf,
    startCopy: (changes: Partial<Settings> = {}): Promise<Service> => startService(settingsOf(changes), log),
    callCare: (service: Service): RpcClient<typeof ChannelCare> =>
      connectRpc(ChannelCare, { address: `127.0.0.1:${service.rpcPort}`, internalToken }),
    callDeliveries: (service: Service): RpcClient<typeof Deliveries> =>
      connectRpc(Deliveries, { address: `127.0.0.1:${service.rpcPort}`, internalToken }),
    callEvents: (service: Service): RpcClient<typeof EventEndpoints> =>
      connectRpc(EventEndpoints, { address: `127.0.0.1:${service.rpcPort}`, internalToken }),
    [Symbol.asyncDispose]: () => stop.disposeAsync(),
  }
}

type Asked = { engine: string; asked?: string; host: string; urls: number; status: number; batch: number; at: string }
export type Surroundings = Awaited<ReturnType<typeof startSurroundings>>

/** A message as intake sends it, for a project nobody else has. */
export function submission(changes: Submission = {}): Body<typeof urlsSubmitted> {
  return {
    batch_id: randomUUID(),
    account_id: randomUUID(),
    project_id: randomUUID(),
    project: 'example.com',
    channel: 'indexnow',
    action: 'update',
    urls: ['https://www.example.com/a'],
    submitted_at: new Date().toISOString(),
    ...changes,
  }
}

export async function submit(broker: Broker, changes: Submission = {}) {
  const body = submission(changes)
  await broker.publish(urlsSubmitted, body, { id: body.batch_id })
  return body
}

export type Row = {
  url: string
  status: string
  attempts: number
  reason: string | null
  engine_status: number | null
  engine_message: string | null
  next_at: string | null
}

export async function rowsOf(db: Database, batchId: string): Promise<Row[]> {
  const text = `select url, status, attempts, reason, engine_status, engine_message, next_at
    from deliveries where batch_id = $1 order by url`
  return (await db.query<Row>({ text, values: [batchId] })).rows
}

/** Waits until every URL of the batch has this status. */
export function untilAll(db: Database, batchId: string, status: string): Promise<Row[]> {
  return until(`all of the batch are ${status}`, async () => {
    const rows = await rowsOf(db, batchId)
    return rows.length > 0 && rows.every((row) => row.status === status) && rows
  })
}
