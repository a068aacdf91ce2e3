// The only file that constructs anything. Read it down to learn the service; read it up to learn the order in which it
// shuts down.
import { connectBroker } from '@pagebell/broker/broker'
import { channelsChanged } from '@pagebell/messages/channels-changed'
import { checksIgnored } from '@pagebell/messages/checks-ignored'
import { keyRevoked } from '@pagebell/messages/key-revoked'
import { planChanged } from '@pagebell/messages/plan-changed'
import { projectDeleted } from '@pagebell/messages/project-deleted'
import { startOutbox } from '@pagebell/outbox/outbox'
import { createPasswordPool } from '@pagebell/passwords/password-pool'
import { connectDatabase } from '@pagebell/postgres/database'
import { requireMigrations } from '@pagebell/postgres/require-migrations'
import { serveRpc } from '@pagebell/rpc/serve-rpc'
import { collectStart } from '@pagebell/runtime/collect-start'
import { createLog } from '@pagebell/runtime/log'
import { warnOfRisks } from '@pagebell/runtime/production-risks'
import { readConfig } from '@pagebell/runtime/read-config'
import { repeat } from '@pagebell/runtime/repeat'
import { serveHealth } from '@pagebell/runtime/serve-health'
import { untilSignal } from '@pagebell/runtime/until-signal'
import { startTelemetry } from '@pagebell/telemetry/start-telemetry'
import { createSeal } from '@pagebell/tokens/seal'
import { announcePlans } from './announce-plans.ts'
import { config } from './config.ts'
import { implementServices } from './implement-services.ts'
import { deleteOldIdempotencyKeys } from './queries/delete-old-idempotency-keys.ts'

const env = readConfig(config, process.env)
const log = createLog('project', env.LOG_LEVEL)
warnOfRisks(env, process.env, log)
await using _telemetry = await startTelemetry('project', process.env, log)

await using running = new AsyncDisposableStack()
const db = running.use(connectDatabase({ url: env.DATABASE_URL, log, applicationName: 'project' }))
await requireMigrations(db, new URL('../migrations/', import.meta.url), log)
const broker = running.use(await connectBroker({ url: env.AMQP_URL, prefix: env.AMQP_PREFIX, log, service: 'project' }))
const messages = [channelsChanged, checksIgnored, keyRevoked, planChanged, projectDeleted]
const outbox = running.use(startOutbox({ db, broker, messages, log }))
running.use(repeat(600_000, () => deleteOldIdempotencyKeys(db), log, 'deleting old idempotency keys'))
await announcePlans(db, outbox)
const services = implementServices({
  db,
  outbox,
  passwords: createPasswordPool(),
  seal: createSeal(env.SETTINGS_KEY, 'channel settings'),
})
const rpc = running.use(
  await serveRpc({
    port: env.PROJECT_RPC_PORT,
    host: env.HOST,
    internalToken: env.INTERNAL_TOKEN,
    rpcCallers: env.RPC_CALLERS,
    log,
    services,
  }),
)
// The broker is not asked: what it should carry waits in the outbox, and every call succeeds without it.
const health = running.use(await serveHealth(env.PROJECT_HEALTH_PORT, { database: () => db.ping() }, log, env.HOST))

log.info({ rpc: rpc.port, health: health.port }, 'ready')
collectStart()
log.info({ signal: await untilSignal() }, 'stopping')
health.drain()
