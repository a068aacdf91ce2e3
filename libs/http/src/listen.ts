import { Server } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import type { HttpServer } from './http-server.ts'

/** Connections waiting to be accepted; Linux caps it at net.core.somaxconn. Node's default of 511 refuses a burst. */
const backlog = 4_096

export type Listening = AsyncDisposable & { port: number; url: string }

/**
 * Serves until disposed, and then drains without losing a request: new connections are refused at once, so that clients
 * try another copy, and every response on the open ones has `connection: close`. Connections still idle after `drainMs`
 * are closed. A load balancer that routes by /readyz must have removed this address before.
 */
export async function listen(
  app: HttpServer,
  { port, host, drainMs = 2_500 }: { port: number; host: string; drainMs?: number },
): Promise<Listening> {
  let draining = false
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (draining) void reply.header('connection', 'close')
    done(null, payload)
  })
  await app.listen({ port, host, backlog })
  const address = app.server.address()
  if (address === null || typeof address === 'string') throw new Error('The server listens on no port.')

  return {
    port: address.port,
    url: `http://${host.includes(':') ? `[${host}]` : host}:${address.port}`,
    async [Symbol.asyncDispose]() {
      await takeMadeConnections(app.server, drainMs)
      // Not the close of an HTTP server: that ends idle connections, on which a request may be on its way.
      Server.prototype.close.call(app.server)
      // Set only now: until the port is closed, a client would reconnect to this address.
      draining = true
      const until = Date.now() + drainMs
      while (Date.now() < until && (await openConnections(app)) > 0) await wait(25)
      await app.close()
    },
  }
}

/** Accepts until a turn of the event loop has no new connection: closing would reset those in the kernel's backlog. */
async function takeMadeConnections(server: Server, timeoutMs: number): Promise<void> {
  let some = true
  const note = () => {
    some = true
  }
  server.on('connection', note)
  const until = Date.now() + timeoutMs
  while (some && Date.now() < until) {
    some = false
    await new Promise(setImmediate)
  }
  server.off('connection', note)
}

const openConnections = (app: HttpServer): Promise<number> =>
  new Promise((resolve, reject) => {
    app.server.getConnections((error, count) => (error === null ? resolve(count) : reject(error)))
  })
