import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export type CountingEngine = {
  url: string
  calls: number
  urls: number
  /** The different URLs among them, for a measurement that sets it. */
  distinct?: Set<string>
}

/** Of the URLs that an engine receives, the share that may be duplicates: delivery is at least once. */
export const maxDuplicateShare = 0.001

/** An IndexNow engine that accepts everything and counts. Cheap, since it shares the machine with what is measured. */
export async function startEngine(running: AsyncDisposableStack): Promise<CountingEngine> {
  const server = createServer((request, reply) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => void chunks.push(chunk))
    request.on('end', () => {
      const { urlList } = JSON.parse(Buffer.concat(chunks).toString()) as { urlList: string[] }
      engine.calls += 1
      engine.urls += urlList.length
      if (engine.distinct !== undefined) for (const url of urlList) engine.distinct.add(url)
      reply.end()
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  running.defer(() => {
    server.closeAllConnections()
    server.close()
  })
  const engine: CountingEngine = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/indexnow`,
    calls: 0,
    urls: 0,
  }
  return engine
}
