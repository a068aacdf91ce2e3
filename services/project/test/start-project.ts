import { randomUUID } from 'node:crypto'
import { connectBroker } from '@pagebell/broker/broker'
import { channelsChanged } from '@pagebell/messages/channels-changed'
import { checksIgnored } from '@pagebell/messages/checks-ignored'
import { keyRevoked } from '@pagebell/messages/key-revoked'
import { planChanged } from '@pagebell/messages/plan-changed'
import { projectDeleted } from '@pagebell/messages/project-deleted'
import { startOutbox } from '@pagebell/outbox/outbox'
import { createPasswordPool } from '@pagebell/passwords/password-pool'
import { connectDatabase } from '@pagebell/postgres/database'
import { connectRpc } from '@pagebell/rpc/connect-rpc'
import { Accounts, ChannelSettings, Channels, IgnoredChecks, Projects, SignIns } from '@pagebell/rpc/contracts'
import { serveRpc } from '@pagebell/rpc/serve-rpc'
import { createLog } from '@pagebell/runtime/log'
import { testBroker } from '@pagebell/testing/test-broker'
import { testDatabase } from '@pagebell/testing/test-database'
import { createSeal } from '@pagebell/tokens/seal'
import { implementServices } from '../src/implement-services.ts'

export type RunningProject = Awaited<ReturnType<typeof startProject>>

/** The service with a database and queues of its own, served as in production, and clients that call it. */
export async function startProject(options: { amqpUrl?: (url: string) => Promise<string>; settingsKey?: string } = {}) {
  const running = new AsyncDisposableStack()
  const log = createLog('project-test', 'silent')
  const database = await testDatabase('project')
  running.defer(() => database.drop())
  const queues = testBroker()
  running.defer(() => queues.cleanUp())

  const db = running.use(connectDatabase({ url: database.url, log }))
  const url = (await options.amqpUrl?.(queues.url)) ?? queues.url
  const broker = running.use(await connectBroker({ url, prefix: queues.prefix, log, service: 'project' }))
  const outbox = running.use(
    startOutbox({
      db,
      broker,
      messages: [channelsChanged, checksIgnored, keyRevoked, planChanged, projectDeleted],
      log,
    }),
  )
  const internalToken = randomUUID()
  const settingsKey = options.settingsKey ?? randomUUID()
  const services = implementServices({
    db,
    outbox,
    passwords: createPasswordPool(),
    seal: createSeal(settingsKey, 'channel settings'),
  })
  const server = running.use(await serveRpc({ port: 0, internalToken, log, services }))

  const peer = { address: `127.0.0.1:${server.port}`, internalToken }
  const accounts = running.use(connectRpc(Accounts, peer))
  const projects = running.use(connectRpc(Projects, peer))
  const channels = running.use(connectRpc(Channels, peer))
  const channelSettings = running.use(connectRpc(ChannelSettings, peer))
  const ignoredChecks = running.use(connectRpc(IgnoredChecks, peer))
  const signIns = running.use(connectRpc(SignIns, peer))

  /** A new account of its own for a test. */
  async function newAccount(plan = 'free') {
    const email = `${randomUUID()}@example.com`
    const created = await accounts.createAccount({ email, plan })
    if (created.account === null) throw new Error('createAccount answered without the account.')
    return { accountId: created.account.account_id, email, apiKey: created.api_key, password: created.password }
  }

  return {
    accounts,
    projects,
    channels,
    channelSettings,
    ignoredChecks,
    signIns,
    db,
    database,
    outbox,
    queues,
    log,
    peer,
    newAccount,
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  }
}
