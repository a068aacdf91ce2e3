import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, request as requestFrom, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join } from 'node:path'

const types: Record<string, string> = { '.html': 'text/html; charset=utf-8', '.txt': 'text/plain; charset=utf-8' }

/** A host that serves a folder as it is at each request, and passes what is no file there to a port, if one is named. */
export async function serveFolder(folder: string, otherwise?: number) {
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://host')
    const path = pathname.endsWith('/') ? `${pathname}index.html` : pathname
    const content = await readFile(join(folder, path)).catch(() => undefined)
    if (content === undefined && otherwise !== undefined) return pass(request, response, otherwise)
    if (content === undefined) return response.writeHead(404).end()
    return response.writeHead(200, { 'content-type': types[extname(path)] ?? 'application/octet-stream' }).end(content)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

function pass(request: IncomingMessage, response: ServerResponse, port: number): void {
  const { method, url: path, headers } = request
  const upstream = requestFrom({ host: '127.0.0.1', port, method, path, headers }, (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.headers)
    answer.pipe(response)
  })
  upstream.on('error', () => response.writeHead(502).end())
  request.pipe(upstream)
}
