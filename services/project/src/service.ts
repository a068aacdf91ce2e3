import { connectBroker } from '@pagebell/broker/broker'
import { channelsChanged } from '@pagebell/messages/channels-changed'
import { checksIgnored } from '@pagebell/messages/checks-ignored'
import { keyRevoked } from '@pagebell/messages/key-revoked'
import { planChanged } from '@pagebell/messages/plan-changed'
import { preflightChanged } from '@pagebell/messages/preflight-changed'
import { projectDeleted } from '@pagebell/messages/project-deleted'
import { startOutbox } from '@pagebell/outbox/outbox'
import { createPasswordPool } from '@pagebell/passwords/password-pool'
import { connectDatabase } from '@pagebell/postgres/database'
import { requireMigrations } from '@pagebell/postgres/require-migrations'
import { Accounts, SignIns } from '@pagebell/rpc/contracts'
import { implement, serveRpc } from '@pagebell/rpc/serve-rpc'
import type { Log } from '@pagebell/runtime/log'
import { repeat } from '@pagebell/runtime/repeat'
import { serveHealth } from '@pagebell/runtime/serve-health'
import { createSeal } from '@pagebell/tokens/seal'
import { accountLifecycleHandlers } from './account-lifecycle/account-lifecycle.rpc.ts'
import { accountHandlers } from './accounts/accounts.rpc.ts'
import { announcePlans } from './accounts/plan-changed.ts'
import { apiKeyHandlers } from './api-keys/api-keys.rpc.ts'
import { channelSettingsRpc, indexNowKeysRpc } from './channels/channels.rpc.ts'
import type { Config } from './config.ts'
import { deleteOldIdempotencyKeys } from './idempotency.sql.ts'
import { projectsRpc } from './projects/projects.rpc.ts'
import type { ServiceTools } from './service-tools.ts'
import { linkHandlers } from './sign-in/links.rpc.ts'
import { signInHandlers } from './sign-in/sign-in.rpc.ts'
import { suppressionsRpc } from './suppressions/suppressions.rpc.ts'

/** The service as it runs. Read it down to learn its parts; read it up to learn the order in which they stop. */
export async function startService(config: Config, log: Log) {
  await using starting = new AsyncDisposableStack()
  const { INTERNAL_TOKEN: internalToken, RPC_CALLERS: rpcCallers, HOST: host } = config

  const db = starting.use(connectDatabase({ url: config.DATABASE_URL, log, applicationName: 'project' }))
  await requireMigrations(db, new URL('../migrations/', import.meta.url), log)
  const broker = starting.use(
    await connectBroker({ url: config.AMQP_URL, prefix: config.AMQP_PREFIX, log, service: 'project' }),
  )
  const messages = [channelsChanged, checksIgnored, keyRevoked, planChanged, preflightChanged, projectDeleted]
  const outbox = starting.use(startOutbox({ db, broker, messages, log }))
  const sweepKeys = () => deleteOldIdempotencyKeys(db.acrossAccounts())
  starting.use(repeat(600_000, sweepKeys, log, 'deleting old idempotency keys'))
  await announcePlans({ db, outbox })

  const seal = createSeal(config.SETTINGS_KEY, 'channel settings')
  const tools: ServiceTools = { db, outbox, passwords: createPasswordPool(), seal }
  const services = [
    implement(Accounts, {
      ...accountHandlers(tools),
      ...accountLifecycleHandlers(tools),
      ...apiKeyHandlers(tools),
    }),
    implement(SignIns, { ...signInHandlers(tools), ...linkHandlers(tools) }),
    projectsRpc(tools),
    suppressionsRpc(tools),
    indexNowKeysRpc(tools),
    channelSettingsRpc(tools),
  ]
  const rpc = starting.use(
    await serveRpc({ port: config.PROJECT_RPC_PORT, host, internalToken, rpcCallers, log, services }),
  )
  // RabbitMQ is not asked: messages wait in the outbox, and every call succeeds without it.
  const health = starting.use(await serveHealth(config.PROJECT_HEALTH_PORT, { database: () => db.ping() }, log, host))

  const running = starting.move()
  return {
    rpcPort: rpc.port,
    healthPort: health.port,
    async [Symbol.asyncDispose]() {
      health.drain()
      await running.disposeAsync()
    },
  }
}
