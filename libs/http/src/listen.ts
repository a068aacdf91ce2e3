import { setTimeout as wait } from 'node:timers/promises'
import type { HttpServer } from './http-server.ts'

export type Listening = AsyncDisposable & { port: number; url: string }

/**
 * Serves until disposed. Then every answer says `connection: close` for up to `drainMs`, so that clients with open
 * connections move on by themselves; only when they have, or the time is over, does the server close. Closing at once
 * would cut off requests that are on their way on idle connections.
 */
export async function listen(
  app: HttpServer,
  { port, host, drainMs = 1_000 }: { port: number; host: string; drainMs?: number },
): Promise<Listening> {
  let draining = false
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (draining) void reply.header('connection', 'close')
    done(null, payload)
  })
  await app.listen({ port, host })
  const address = app.server.address()
  if (address === null || typeof address === 'string') throw new Error('The server listens on no port.')

  return {
    port: address.port,
    url: `http://${host.includes(':') ? `[${host}]` : host}:${address.port}`,
    async [Symbol.asyncDispose]() {
      draining = true
      const until = Date.now() + drainMs
      while (Date.now() < until && (await openConnections(app)) > 0) await wait(25)
      await app.close()
    },
  }
}

const openConnections = (app: HttpServer): Promise<number> =>
  new Promise((resolve, reject) => {
    app.server.getConnections((error, count) => (error === null ? resolve(count) : reject(error)))
  })
