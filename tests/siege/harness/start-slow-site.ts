import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export type SlowSite = AsyncDisposable & { port: number /** Requests without an answer so far. */; waiting(): number }

const page = '<!doctype html><html lang="en"><title>Slow</title><h1>Slow</h1>'

/** A site on every loopback address that answers each request after so long; never if that is `Infinity`. */
export async function startSlowSite(afterMs: number): Promise<SlowSite> {
  let waiting = 0
  const server = createServer((request, response) => {
    waiting++
    const timer = Number.isFinite(afterMs) ? setTimeout(() => response.end(page), afterMs) : undefined
    request.resume()
    response.setHeader('content-type', 'text/html; charset=utf-8')
    response.once('close', () => {
      waiting--
      clearTimeout(timer)
    })
  })
  server.listen(0, '0.0.0.0')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    waiting: () => waiting,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
