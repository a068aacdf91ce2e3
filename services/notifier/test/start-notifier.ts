import { randomUUID } from 'node:crypto'
import { type Broker, connectBroker } from '@pagebell/broker/broker'
import { type EndpointVariable, endpointsAt, endpointVariables } from '@pagebell/channel-settings/all-channels'
import { fault } from '@pagebell/faults/fault'
import type { Body } from '@pagebell/messages/define-message'
import { urlsSubmitted } from '@pagebell/messages/urls-submitted'
import { connectDatabase, type Queryable, type Statement } from '@pagebell/postgres/database'
import { connectRpc, type RpcClient } from '@pagebell/rpc/connect-rpc'
import {
  ChannelCare,
  ChannelSettings,
  Deliveries,
  EmailLinks,
  EventEndpoints,
  ProjectEndpoints,
} from '@pagebell/rpc/contracts'
import { implement, serveRpc } from '@pagebell/rpc/serve-rpc'
import { createLog } from '@pagebell/runtime/log'
import { type SandboxEngine, startSandboxEngine } from '@pagebell/sandbox/sandbox-engine'
import { testBroker } from '@pagebell/testing/test-broker'
import { testDatabase } from '@pagebell/testing/test-database'
import { until } from '@pagebell/testing/until'
import type { Config, Timing } from '../src/config.ts'
import { type EventRetryPolicy, eventRetryPolicy } from '../src/event-endpoints/event-retry-policy.ts'
import { type RetryPolicy, retryPolicy } from '../src/retry-policy.ts'
import { type Service, startService } from '../src/service.ts'

const log = createLog('notifier-test', process.env['TEST_LOG_LEVEL'] ?? 'silent')
const internalToken = 'component-test'
export const key = 'a1b2c3d4e5f64708a1b2c3d4e5f64708'
type Submission = Partial<Body<typeof urlsSubmitted>>

/** The real delays in their real order, about a thousand times as fast. */
export const fast: RetryPolicy = {
  ...retryPolicy,
  failures: [5, 30, 120, 300, 500],
  unverified: [10, 20, 30, 40, 50],
  pause: 60,
  maxPause: 3_600,
  unavailable: 50,
  batchDelay: 20,
  partBatchDelay: 100,
  breakerOpen: 50,
  keyCheck: 50,
  maxKeyCheck: 200,
  keyFile: 200,
  check: 60_000,
  checkedWindow: 50,
}

/** The same for events. */
export const fastEvents: EventRetryPolicy = {
  ...eventRetryPolicy,
  retries: [5, 10, 20, 40],
  cooldown: 5,
  maxCooldown: 40,
  giveUp: 600_000,
  lease: 2_000,
  timeout: 1_000,
  watch: 50,
}

/** Endpoints of the operator in place of the sandbox's: none. */
const cleared = Object.keys(endpointVariables).map((variable) => [variable, ''])
export const noEndpoints = Object.fromEntries(cleared) as Record<EndpointVariable, string>

/** What a copy is started with, in place of what all others are. */
export type Changes = { config?: Partial<Config>; timing?: Partial<Timing> }
export const settingsKey = 'the settings key of component tests'

/** Everything the notifier depends on: an empty database, new queues, an engine, and a project service. */
export async function startTestEnvironment() {
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
      async openSettings({ project_id, channel, generated_key }) {
        await projects.answers
        if (projects.away) throw fault('unavailable', 'The project service is away.')
        if (projects.gone.has(project_id)) throw fault('not_found', 'There is no such project.')
        const settings = generated_key === true ? undefined : projects.settings.get(`${project_id} ${channel}`)
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
  const connection = stack.use(connectDatabase({ url: database.url, log }))
  const db = connection.acrossAccounts()
  const broker = stack.use(
    await connectBroker({ url: rabbit.url, prefix: rabbit.prefix, log, service: 'notifier-test' }),
  )
  const stop = stack.move()
  const settingsOf = (changes: Changes = {}): { config: Config; timing: Timing } => ({
    config: {
      DATABASE_URL: database.url,
      DATABASE_REPLICA_URL: '',
      AMQP_URL: rabbit.url,
      AMQP_PREFIX: rabbit.prefix,
      INTERNAL_TOKEN: internalToken,
      RPC_CALLERS: '',
      SETTINGS_KEY: settingsKey,
      LOG_LEVEL: 'silent',
      HOST: '127.0.0.1',
      NOTIFIER_RPC_PORT: 0,
      NOTIFIER_HEALTH_PORT: 0,
      PROJECT_RPC: `127.0.0.1:${rpc.port}`,
      PUBLIC_URL: 'https://pagebell.example',
      ...endpointsAt(engine.url),
      ENGINE_REQUESTS_PER_SECOND: 1_000,
      ENGINE_LANES: 2,
      BATCH_RETENTION_DAYS: 90,
      CHECK_TIMEOUT_SECONDS: 60,
      EVENT_ENDPOINTS_PER_PROJECT: 10,
      SMTP_URL: '',
      EMAIL_FROM: '',
      EMAIL_CONFIRMATIONS_PER_DAY: 20,
      FETCH_ALLOW: '127.0.0.0/8',
      DNS_SERVERS: '',
      ...changes.config,
    },
    timing: {
      deliveries: fast,
      events: fastEvents,
      burstSeconds: 1,
      engineTimeout: 500,
      mailTimeout: 2_000,
      poll: 20,
      settingsTtl: 1,
      logSweep: 100,
      lateSweep: 50,
      holdSweep: 60_000,
      holdCount: 3_600_000,
      resumeSweep: 50,
      ...changes.timing,
    },
  })
  const startCopy = (changes: Changes = {}): Promise<Service> => {
    const { config, timing } = settingsOf(changes)
    return startService(config, timing, log)
  }
  const ask = (method: string, path: string, body?: unknown) =>
    fetch(engine.url + path, {
      method,
      ...(body !== undefined && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    })

  return {
    db,
    connection,
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
      await db.query({ text: 'delete from channel_resumptions' })
      await db.query({ text: 'delete from held_projects' })
      await db.query({ text: 'delete from key_files' })
      await db.query({ text: 'delete from event_endpoints' })
      await db.query({ text: 'delete from email_confirmations' })
      await db.query({ text: 'delete from refused_emails' })
      await ask('DELETE', '/script')
      await ask('DELETE', '/received')
    },
    /** The options of a copy, for one in a separate process. */
    settingsOf,
    startCopy,
    callCare: (service: Service): RpcClient<typeof ChannelCare> =>
      connectRpc(ChannelCare, { address: `127.0.0.1:${service.rpcPort}`, internalToken }),
    callDeliveries: (service: Service): RpcClient<typeof Deliveries> =>
      connectRpc(Deliveries, { address: `127.0.0.1:${service.rpcPort}`, internalToken }),
    callEndpoints: (service: Service): RpcClient<typeof ProjectEndpoints> =>
      connectRpc(ProjectEndpoints, { address: `127.0.0.1:${service.rpcPort}`, internalToken }),
    callEmailLinks: (service: Service): RpcClient<typeof EmailLinks> =>
      connectRpc(EmailLinks, { address: `127.0.0.1:${service.rpcPort}`, internalToken }),
    callEvents: (service: Service): RpcClient<typeof EventEndpoints> =>
      connectRpc(EventEndpoints, { address: `127.0.0.1:${service.rpcPort}`, internalToken }),
    [Symbol.asyncDispose]: () => stop.disposeAsync(),
  }
}

type Asked = { engine: string; asked?: string; host: string; urls: number; status: number; batch: number; at: string }
export type TestEnvironment = Awaited<ReturnType<typeof startTestEnvironment>>

/** A message as intake sends it, for a new project. */
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

export async function rowsOf(db: Queryable, batchId: string): Promise<Row[]> {
  const text = `select url, status, attempts, reason, engine_status, engine_message, next_at
    from deliveries where batch_id = $1 order by url`
  return (await db.query<Row>({ text, values: [batchId] })).rows
}

/** Waits until every URL of the batch has this status. */
export function untilAll(db: Queryable, batchId: string, status: string): Promise<Row[]> {
  return until(`all of the batch are ${status}`, async () => {
    const rows = await rowsOf(db, batchId)
    return rows.length > 0 && rows.every((row) => row.status === status) && rows
  })
}

/** The statement that a query sends, to have its plan explained. */
export async function statementOf(query: (q: Queryable) => Promise<unknown>): Promise<Statement> {
  const sent: Statement[] = []
  await query({
    query: async (statement) => {
      sent.push(statement)
      return { rows: [], rowCount: 0 }
    },
  })
  const [statement] = sent
  if (statement === undefined) throw new Error('The query sent no statement.')
  return statement
}
