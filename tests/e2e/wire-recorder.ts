import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export type OnTheWire = { method: string; url: string; headers: Record<string, string>; body: string }
export type WireRecorder = AsyncDisposable & {
  url: string
  /** Every request that came by, whole. */
  requests: OnTheWire[]
  /** Where requests are passed on to. */
  passTo(url: string): void
}

/** Stands before the sandbox and keeps what is sent, byte for byte. */
export async function startWireRecorder(): Promise<WireRecorder> {
  const requests: OnTheWire[] = []
  let target = ''
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', async () => {
      const body = Buffer.concat(parts).toString()
      const headers = Object.fromEntries(
        Object.entries(request.headers).map(([name, value]) => [name, [value].flat().join(', ')]),
      )
      const { method = 'GET', url = '/' } = request
      requests.push({ method, url, headers, body })
      const { host: _host, connection: _connection, 'content-length': _length, ...passed } = headers
      const answer = await fetch(target + url, { method, headers: passed, ...(method === 'POST' && { body }) })
      response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? 'text/plain' })
      response.end(Buffer.from(await answer.arrayBuffer()))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    passTo(url) {
      target = url
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
