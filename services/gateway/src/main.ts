import { connectBroker } from '@pagebell/broker/broker'
import { createHttpServer } from '@pagebell/http/create-http-server'
import { listen } from '@pagebell/http/listen'
import { keyRevoked } from '@pagebell/messages/key-revoked'
import { connectRedis } from '@pagebell/redis/redis'
import { collectStart } from '@pagebell/runtime/collect-start'
import { createLog } from '@pagebell/runtime/log'
import { warnOfRisks } from '@pagebell/runtime/production-risks'
import { readConfig } from '@pagebell/runtime/read-config'
import { serveHealth } from '@pagebell/runtime/serve-health'
import { untilSignal } from '@pagebell/runtime/until-signal'
import { startTelemetry } from '@pagebell/telemetry/start-telemetry'
import { gateway } from './app.ts'
import { config as schema } from './config.ts'
import { createKeyCache } from './key-cache.ts'
import { connectPeers } from './peers.ts'

// The only file that constructs anything: down to learn the service, up to learn how it stops.
const config = readConfig(schema, process.env)
const log = createLog('gateway', config.LOG_LEVEL)
warnOfRisks(config, process.env, log)
await using _telemetry = await startTelemetry('gateway', process.env, log)
const keys = createKeyCache()
const publicOrigin = new URL(config.PUBLIC_URL).origin

await using running = new AsyncDisposableStack()
const peers = connectPeers(config, running)
const redis = running.use(connectRedis({ url: config.REDIS_URL, prefix: config.REDIS_PREFIX, log }))
const broker = running.use(
  await connectBroker({ url: config.AMQP_URL, prefix: config.AMQP_PREFIX, log, service: 'gateway' }),
)
running.use(await broker.subscribe(keyRevoked, async ({ key_id }) => keys.revoke(key_id)))

const trustProxy = config.TRUST_PROXY.split(',').filter((cidr) => cidr !== '')
const app = createHttpServer({ log, trustProxy, fromStrangers: true })
const hooksOrigin = config.HOOKS_URL === undefined ? publicOrigin : new URL(config.HOOKS_URL).origin
const { INTAKE_URL: intakeUrl, PANEL_URL: panelUrl } = config
const { INTERNAL_TOKEN: internalToken } = config
app.register(gateway({ peers, redis, keys, publicOrigin, internalToken, hooksOrigin, intakeUrl, panelUrl }))
running.use(await listen(app, { port: config.GATEWAY_PORT, host: config.HOST }))

// Nothing is asked of the peers: a gateway that can answer 503 in their stead is ready.
running.use(await serveHealth(config.GATEWAY_HEALTH_PORT, {}, log, config.HOST))

collectStart()
await untilSignal()
