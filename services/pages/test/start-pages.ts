import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { connectBroker } from '@pagebell/broker/broker'
import type { Body } from '@pagebell/messages/define-message'
import { pagesChecked } from '@pagebell/messages/pages-checked'
import { pagesSubmitted } from '@pagebell/messages/pages-submitted'
import { planChanged } from '@pagebell/messages/plan-changed'
import { projectDeleted } from '@pagebell/messages/project-deleted'
import { scanRequested } from '@pagebell/messages/scan-requested'
import { urlsAnnounced } from '@pagebell/messages/urls-announced'
import { urlsFound } from '@pagebell/messages/urls-found'
import { watchRecovered } from '@pagebell/messages/watch-recovered'
import { watchTroubled } from '@pagebell/messages/watch-troubled'
import { connectDatabase } from '@pagebell/postgres/database'
import { connectRpc } from '@pagebell/rpc/connect-rpc'
import { Pages, Subscriptions, Watches } from '@pagebell/rpc/contracts'
import { createLog } from '@pagebell/runtime/log'
import { testBroker } from '@pagebell/testing/test-broker'
import { testDatabase } from '@pagebell/testing/test-database'
import { until } from '@pagebell/testing/until'
import type { Config, Timing } from '../src/config.ts'
import { startService } from '../src/service.ts'
import { startIntake } from './start-intake.ts'

const log = createLog('pages-test', process.env['TEST_LOG_LEVEL'] ?? 'silent')
const internalToken = 'of a component test'

/** The real times in their real order, a few hundred times as fast. */
export const fast: Timing = {
  poll: 20,
  sweep: 60_000,
  slice: 500,
  lease: 2_000,
  interval: 5,
  request: 30_000,
  wait: 40,
  compare: 40,
  watchPoll: 20,
  waitFactor: 1 / 600,
}

export type Changes = { config?: Partial<Config>; timing?: Partial<Timing> }
export type Submitted = Body<typeof pagesSubmitted>
export type Checked = Body<typeof pagesChecked>
export type CheckedVerdict = Checked['verdicts'][number]

/** What pages depends on, with intake and the notifier as the test plays them. */
export async function startPagesWorld() {
  await using stack = new AsyncDisposableStack()
  const database = stack.adopt(await testDatabase('pages'), (made) => made.drop())
  const rabbit = stack.adopt(testBroker(), (made) => made.cleanUp())
  const connection = stack.use(connectDatabase({ url: database.url, log }))
  const { url, prefix } = rabbit
  const broker = stack.use(await connectBroker({ url, prefix, log, service: 'pages-test' }))
  const checked: Checked[] = []
  stack.use(
    await broker.consume(pagesChecked, 'notifier', async (body) => {
      checked.push(body)
    }),
  )
  const found: Body<typeof urlsFound>[] = []
  stack.use(
    await broker.consume(urlsFound, 'intake', async (body) => {
      found.push(body)
    }),
  )
  const intake = stack.use(await startIntake(internalToken))
  const settingsOf = ({ config, timing }: Changes = {}): { config: Config; timing: Timing } => ({
    config: {
      DATABASE_URL: database.url,
      AMQP_URL: rabbit.url,
      AMQP_PREFIX: rabbit.prefix,
      INTAKE_RPC: `127.0.0.1:${intake.port}`,
      INTERNAL_TOKEN: internalToken,
      SETTINGS_KEY: 'the settings key of a test of pages',
      RPC_CALLERS: '',
      LOG_LEVEL: 'silent',
      HOST: '127.0.0.1',
      PAGES_RPC_PORT: 0,
      PAGES_HEALTH_PORT: 0,
      CHECKED_HOSTS_AT_ONCE: 8,
      PUBLIC_URL: 'https://pagebell.example',
      FETCH_ALLOW: '127.0.0.0/8',
      DNS_SERVERS: '',
      ...config,
    },
    timing: { ...fast, ...timing },
  })
  const verdictsOf = (batchId: string): CheckedVerdict[] =>
    checked.filter(({ batch_id }) => batch_id === batchId).flatMap(({ verdicts }) => verdicts)
  const isFinal = ({ verdict }: CheckedVerdict) => verdict !== 'hold'
  const troubles: Body<typeof watchTroubled>[] = []
  stack.use(
    await broker.consume(watchTroubled, 'notifier', async (body) => {
      troubles.push(body)
    }),
  )
  const recovered: Body<typeof watchRecovered>[] = []
  stack.use(
    await broker.consume(watchRecovered, 'report', async (body) => {
      recovered.push(body)
    }),
  )
  const stop = stack.move()

  return {
    recoveredOf: (projectId: string) => recovered.filter(({ project_id }) => project_id === projectId),
    troublesOf: (projectId: string) => troubles.filter(({ project_id }) => project_id === projectId),
    db: connection.acrossAccounts(),
    checked,
    /** URLs that checks have found, of a project. */
    foundOf: (projectId: string): string[] =>
      found.filter(({ project_id }) => project_id === projectId).flatMap(({ urls }) => urls),
    /** What watches have handed to intake. */
    intake,
    settingsOf,
    verdictsOf,
    startCopy: (changes: Changes = {}) => {
      const { config, timing } = settingsOf(changes)
      return startService(config, timing, log)
    },
    call: ({ rpcPort }: { rpcPort: number }) => connectRpc(Pages, { address: `127.0.0.1:${rpcPort}`, internalToken }),
    callWatches: ({ rpcPort }: { rpcPort: number }) =>
      connectRpc(Watches, { address: `127.0.0.1:${rpcPort}`, internalToken }),
    callSubscriptions: ({ rpcPort }: { rpcPort: number }) =>
      connectRpc(Subscriptions, { address: `127.0.0.1:${rpcPort}`, internalToken }),
    /** Publishes a message as intake does; the id is that of the message. */
    submit: (body: Submitted, id: string = body.batch_id) => broker.publish(pagesSubmitted, body, { id }),
    announce: (body: Body<typeof urlsAnnounced>) => broker.publish(urlsAnnounced, body, { id: randomUUID() }),
    setPlan: (body: Body<typeof planChanged>) => broker.publish(planChanged, body, { id: randomUUID() }),
    requestScan: (body: Body<typeof scanRequested>) => broker.publish(scanRequested, body, { id: randomUUID() }),
    deleteProject: (body: Body<typeof projectDeleted>) => broker.publish(projectDeleted, body, { id: randomUUID() }),
    /** The final verdicts of a batch by path, once each of its URLs has one. */
    async decided({ batch_id, urls }: Submitted): Promise<Record<string, CheckedVerdict>> {
      await until('every URL has its verdict', () => verdictsOf(batch_id).filter(isFinal).length >= urls.length)
      return Object.fromEntries(
        verdictsOf(batch_id)
          .filter(isFinal)
          .map((one) => [new URL(one.url).pathname, one]),
      )
    },
    [Symbol.asyncDispose]: () => stop.disposeAsync(),
  }
}

export type PagesWorld = Awaited<ReturnType<typeof startPagesWorld>>

/** A message as intake sends it, with pre-flight, for a new account and project. */
export function submission(origin: string, paths: string[], changes: Partial<Submitted> = {}): Submitted {
  return {
    batch_id: randomUUID(),
    account_id: randomUUID(),
    project_id: randomUUID(),
    project: '127.0.0.1',
    channel: 'indexnow',
    action: 'update',
    urls: paths.map((path) => origin + path),
    submitted_at: new Date().toISOString(),
    ...changes,
  }
}

/** The same project and account, in another batch. */
export function again(before: Submitted, changes: Partial<Submitted> = {}): Submitted {
  return { ...before, batch_id: randomUUID(), submitted_at: new Date().toISOString(), ...changes }
}

const announced = (batch: Submitted, urls: object[]) => ({
  batch_id: batch.batch_id,
  account_id: batch.account_id,
  project_id: batch.project_id,
  channel: batch.channel,
  action: batch.action,
  submitted_at: batch.submitted_at,
  announced_at: new Date().toISOString(),
  urls: urls as { url: string }[],
})

/** An engine has taken what was decided of the batch, and the service has heard of it. */
export async function publishAnnounced(world: PagesWorld, batch: Submitted): Promise<void> {
  const decided = await world.decided(batch)
  const urls = Object.values(decided).map(({ url, announces }) => ({ url, ...announces }))
  await world.announce(announced(batch, urls))
  await until('it is stored', async () => {
    const values = [batch.account_id, batch.submitted_at]
    const text = 'select from page_announcement where account_id = $1 and submitted_at = $2'
    return (await world.db.query({ text, values })).rowCount === batch.urls.length
  })
}

export type Served = { status?: number; headers?: Record<string, string>; html?: string }
type Handler = (request: IncomingMessage, response: ServerResponse) => void

export const page = (words: string, head = ''): string =>
  `<!doctype html><html lang="en"><head><title>Tea</title>${head}</head><body><main><p>${words}</p></main></body>`

/** A site that serves what `pages` has, notes what is asked of it, and answers by `handle` where a test wants more. */
export async function startSite(host = '127.0.0.1') {
  const pages = new Map<string, Served>([['/', { html: page('Welcome.') }]])
  const asked: { path: string; at: number; headers: IncomingMessage['headers'] }[] = []
  const handlers = new Map<string, Handler>()
  let open = 0
  let maxOpen = 0
  const server = createServer((request, response) => {
    const path = request.url ?? ''
    asked.push({ path, at: performance.now(), headers: request.headers })
    open += 1
    maxOpen = Math.max(maxOpen, open)
    response.once('close', () => {
      open -= 1
    })
    const handle = handlers.get(path)
    if (handle !== undefined) return handle(request, response)
    const { status = 200, headers = {}, html = '' } = pages.get(path) ?? { status: 404 }
    response.writeHead(status, { 'content-type': 'text/html; charset=utf-8', ...headers }).end(html)
  })
  await new Promise<void>((resolve) => server.listen(0, host, resolve))
  return {
    origin: `http://${host}:${(server.address() as AddressInfo).port}`,
    pages,
    handlers,
    asked,
    askedFor: (path: string) => asked.filter((one) => one.path === path).length,
    maxOpen: () => maxOpen,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

export type Site = Awaited<ReturnType<typeof startSite>>
