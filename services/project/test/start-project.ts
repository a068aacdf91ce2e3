import { randomUUID } from 'node:crypto'
import { connectDatabase } from '@pagebell/postgres/database'
import { connectRpc } from '@pagebell/rpc/connect-rpc'
import { Accounts, ChannelSettings, Channels, IgnoredChecks, Projects, SignIns } from '@pagebell/rpc/contracts'
import { createLog } from '@pagebell/runtime/log'
import { testBroker } from '@pagebell/testing/test-broker'
import { testDatabase } from '@pagebell/testing/test-database'
import type { Config } from '../src/config.ts'
import { startService } from '../src/service.ts'

export type RunningProject = Awaited<ReturnType<typeof startProject>>

/** The service with an empty database and new queues, started as in production, and clients that call it. */
export async function startProject(options: { amqpUrl?: (url: string) => Promise<string>; settingsKey?: string } = {}) {
  await using starting = new AsyncDisposableStack()
  const log = createLog('project-test', 'silent')
  const database = await testDatabase('project')
  starting.defer(() => database.drop())
  const queues = testBroker()
  starting.defer(() => queues.cleanUp())

  const internalToken = randomUUID()
  const config: Config = {
    DATABASE_URL: database.url,
    AMQP_URL: (await options.amqpUrl?.(queues.url)) ?? queues.url,
    AMQP_PREFIX: queues.prefix,
    INTERNAL_TOKEN: internalToken,
    RPC_CALLERS: '',
    SETTINGS_KEY: options.settingsKey ?? randomUUID(),
    HOST: '127.0.0.1',
    PROJECT_RPC_PORT: 0,
    PROJECT_HEALTH_PORT: 0,
    LOG_LEVEL: 'silent',
  }
  const service = starting.use(await startService(config, log))
  /** Runs statements of tests, under the service's role. */
  const db = starting.use(connectDatabase({ url: database.url, log }))

  const peer = { address: `127.0.0.1:${service.rpcPort}`, internalToken }
  const accounts = starting.use(connectRpc(Accounts, peer))
  const projects = starting.use(connectRpc(Projects, peer))
  const channels = starting.use(connectRpc(Channels, peer))
  const channelSettings = starting.use(connectRpc(ChannelSettings, peer))
  const ignoredChecks = starting.use(connectRpc(IgnoredChecks, peer))
  const signIns = starting.use(connectRpc(SignIns, peer))

  /** A new account for a test. */
  async function newAccount(plan = 'free') {
    const email = `${randomUUID()}@example.com`
    const created = await accounts.createAccount({ email, plan })
    if (created.account === null) throw new Error('createAccount answered without the account.')
    return { accountId: created.account.account_id, email, apiKey: created.api_key, password: created.password }
  }

  const running = starting.move()
  return {
    accounts,
    projects,
    channels,
    channelSettings,
    ignoredChecks,
    signIns,
    config,
    db,
    database,
    queues,
    log,
    peer,
    newAccount,
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  }
}
