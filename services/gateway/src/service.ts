import { connectBroker } from '@pagebell/broker/broker'
import { createHttpServer } from '@pagebell/http/create-http-server'
import { listen } from '@pagebell/http/listen'
import { keyRevoked } from '@pagebell/messages/key-revoked'
import { connectRedis } from '@pagebell/redis/redis'
import type { Log } from '@pagebell/runtime/log'
import { serveHealth } from '@pagebell/runtime/serve-health'
import { gateway } from './app.ts'
import { createKeyCache } from './auth/key-cache.ts'
import { connectServices } from './clients.ts'
import type { Config } from './config.ts'
import { loadRoutes } from './http/routes.ts'

/** The service as it runs. Read it down to learn its parts; read it up to learn the order in which they stop. */
export async function startService(config: Config, log: Log) {
  await using starting = new AsyncDisposableStack()
  const { HOST: host, INTERNAL_TOKEN: internalToken, INTAKE_URL: intakeUrl, PANEL_URL: panelUrl } = config

  const routes = await loadRoutes()
  const clients = connectServices(config, starting)
  const redis = starting.use(connectRedis({ url: config.REDIS_URL, prefix: config.REDIS_PREFIX, log }))
  const broker = starting.use(
    await connectBroker({ url: config.AMQP_URL, prefix: config.AMQP_PREFIX, log, service: 'gateway' }),
  )
  const keys = createKeyCache()
  starting.use(await broker.subscribe(keyRevoked, ({ key_id }) => keys.revoke(key_id)))

  const publicOrigin = new URL(config.PUBLIC_URL).origin
  const hooksOrigin = config.HOOKS_URL === undefined ? publicOrigin : new URL(config.HOOKS_URL).origin
  const trustProxy = config.TRUST_PROXY.split(',').filter((cidr) => cidr !== '')
  const app = createHttpServer({ log, trustProxy, untrustedClients: true })
  app.register(gateway({ clients, routes, redis, keys, publicOrigin, hooksOrigin, internalToken, intakeUrl, panelUrl }))
  const http = starting.use(await listen(app, { port: config.GATEWAY_PORT, host }))
  // Dependencies are not asked: a gateway is ready that can answer 503 for a service that is down.
  const health = starting.use(await serveHealth(config.GATEWAY_HEALTH_PORT, {}, log, host))

  const running = starting.move()
  return {
    app,
    url: http.url,
    port: http.port,
    healthPort: health.port,
    async [Symbol.asyncDispose]() {
      health.drain()
      await running.disposeAsync()
    },
  }
}
