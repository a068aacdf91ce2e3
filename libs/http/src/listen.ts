import { Server } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import type { HttpServer } from './http-server.ts'

/** Connections that wait to be taken; Linux holds it down to net.core.somaxconn. Node's 511 turns a burst away. */
const backlog = 4_096

export type Listening = AsyncDisposable & { port: number; url: string }

/**
 * Serves until disposed, and then goes so that no request is lost: new connections are refused at once, which sends their
 * clients elsewhere, and every answer on the open ones says `connection: close`. Only what is still idle after `drainMs` is
 * closed. Whoever routes to this address by /readyz must have stopped before: the end of a process comes after that.
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
      // Only now, so that nobody is sent away who would come back to this address.
      draining = true
      const until = Date.now() + drainMs
      while (Date.now() < until && (await openConnections(app)) > 0) await wait(25)
      await app.close()
    },
  }
}

/** Goes on until a turn of the event loop brings no new connection: those that the system has made already would be reset. */
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
