import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export type Collector = {
  url: string
  /** Number of requests by path, such as /v1/traces. */
  taken: Map<string, number>
}

/** Accepts all telemetry; ends with `running`. */
export async function startCollector(running: AsyncDisposableStack): Promise<Collector> {
  const taken = new Map<string, number>()
  const server = createServer((request, reply) => {
    const path = request.url ?? ''
    taken.set(path, (taken.get(path) ?? 0) + 1)
    request.resume()
    reply.setHeader('content-type', 'application/json').end('{}')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  running.defer(() => {
    server.closeAllConnections()
    server.close()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, taken }
}
