import { createHttpServer } from '@pagebell/http/create-http-server'
import { listen } from '@pagebell/http/listen'
import { connectRedis } from '@pagebell/redis/redis'
import type { Log } from '@pagebell/runtime/log'
import { serveHealth } from '@pagebell/runtime/serve-health'
import { panel } from './app.ts'
import { connectServices } from './clients/clients.ts'
import { createSiteFinder } from './clients/site-finder.ts'
import type { Config } from './config.ts'
import { loadAssets } from './html/assets.ts'
import { createErrorHandler } from './pages/error-page.ts'
import { createAccountCache } from './session/account-cache.ts'
import { cookiesFor } from './session/cookies.ts'
import { createGuessLimit } from './session/guess-limit.ts'
import { createSessions } from './session/sessions.ts'
import { createUnlockSeal } from './session/unlock-cookie.ts'

/** The service as it runs. Read it down to learn its parts; read it up to learn the order in which they stop. */
export async function startService(config: Config, log: Log) {
  await using starting = new AsyncDisposableStack()
  const clients = connectServices(config, starting)
  const redis = starting.use(connectRedis({ url: config.REDIS_URL, prefix: config.REDIS_PREFIX, log }))
  const accountCache = createAccountCache(clients.accounts)
  const sessions = createSessions(redis, {
    lifetimeSeconds: config.PANEL_SESSION_DAYS * 86_400,
    idleSeconds: config.PANEL_SESSION_IDLE_HOURS * 3_600,
    accountOf: accountCache.find,
  })
  const findSite = createSiteFinder(clients.watches)
  const unlockSeal = createUnlockSeal(config.INTERNAL_TOKEN)
  const guesses = {
    signIn: createGuessLimit(redis, { name: 'sign-in' }),
    report: createGuessLimit(redis, { name: 'report' }),
    setUp: createGuessLimit(redis, { name: 'set-up' }),
    passwordChange: createGuessLimit(redis, { name: 'password-change' }),
  }

  const publicOrigin = new URL(config.PUBLIC_URL).origin
  const hooksOrigin = new URL(config.HOOKS_URL ?? config.PUBLIC_URL).origin
  const hooksUrl = (path: string): string => `${hooksOrigin}${path}`
  const cookies = cookiesFor(publicOrigin)
  const assets = await loadAssets()
  const trustProxy = config.PANEL_TRUST_PROXY.split(',').filter((cidr) => cidr !== '')
  const answerError = createErrorHandler({ cookies, assets, publicOrigin })
  const app = createHttpServer({ log, trustProxy, answerError })
  const session = { sessions, accountCache, unlockSeal, guesses, cookies }
  app.register(panel({ ...session, clients, findSite, assets, publicOrigin, hooksUrl }))
  const server = starting.use(await listen(app, { port: config.PANEL_PORT, host: config.HOST }))

  // Redis is not checked: without it the panel shows an error page, and public pages need no session.
  const health = starting.use(await serveHealth(config.PANEL_HEALTH_PORT, {}, log, config.HOST))
  const running = starting.move()
  return {
    url: server.url,
    healthPort: health.port,
    async [Symbol.asyncDispose]() {
      health.drain()
      await running.disposeAsync()
    },
  }
}
