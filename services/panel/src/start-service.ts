import { createHttpServer } from '@pagebell/http/create-http-server'
import { listen } from '@pagebell/http/listen'
import { connectRedis } from '@pagebell/redis/redis'
import type { Log } from '@pagebell/runtime/log'
import { serveHealth } from '@pagebell/runtime/serve-health'
import type { Static } from '@pagebell/schema/type'
import { answerWithPage } from './answer-with-page.ts'
import { panel } from './app.ts'
import { loadAssets } from './assets.ts'
import type { config } from './config.ts'
import { cookiesFor } from './cookies.ts'
import { limitGuesses } from './limit-guesses.ts'
import { connectPeers } from './peers.ts'
import { rememberAccounts } from './remember-accounts.ts'
import { sealWith } from './seal.ts'
import { keepSessions } from './sessions.ts'

/** The service as it runs. Read it down to learn its parts; read it up to learn the order in which they stop. */
export async function startService(env: Static<typeof config>, log: Log) {
  await using starting = new AsyncDisposableStack()
  const peers = connectPeers(env, starting)
  const redis = starting.use(connectRedis({ url: env.REDIS_URL, prefix: env.REDIS_PREFIX, log }))
  const sessions = keepSessions(redis, {
    lifetimeSeconds: env.PANEL_SESSION_DAYS * 86_400,
    idleSeconds: env.PANEL_SESSION_IDLE_HOURS * 3_600,
    accountOf: rememberAccounts(peers.accounts),
  })
  const seal = sealWith(env.INTERNAL_TOKEN)
  const guesses = {
    signIn: limitGuesses(redis, { name: 'sign-in' }),
    report: limitGuesses(redis, { name: 'report' }),
    setUp: limitGuesses(redis, { name: 'set-up' }),
    passwordChange: limitGuesses(redis, { name: 'password-change' }),
  }

  const publicOrigin = new URL(env.PUBLIC_URL).origin
  const hooksOrigin = new URL(env.HOOKS_URL ?? env.PUBLIC_URL).origin
  const hooksUrl = (path: string): string => `${hooksOrigin}${path}`
  const cookies = cookiesFor(publicOrigin)
  const assets = await loadAssets()
  const trustProxy = env.PANEL_TRUST_PROXY.split(',').filter((cidr) => cidr !== '')
  const answerError = answerWithPage({ cookies, assets, publicOrigin })
  const app = createHttpServer({ log, trustProxy, answerError })
  app.register(panel({ peers, sessions, seal, guesses, cookies, assets, publicOrigin, hooksUrl }))
  const server = starting.use(await listen(app, { port: env.PANEL_PORT, host: env.HOST }))

  // Redis is not asked: a panel that can say what is away is ready, and public pages need no session.
  const health = starting.use(await serveHealth(env.PANEL_HEALTH_PORT, {}, log, env.HOST))
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
