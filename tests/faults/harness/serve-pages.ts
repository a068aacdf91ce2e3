import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

const page = (words: string, head = ''): string =>
  `<!doctype html><html lang="en"><head><title>A page</title>${head}</head><body><main><p>${words}</p></main></body></html>`

/**
 * Serves the pages of all projects with pre-flight. A page says the same at every visit, unless its path says otherwise:
 * `changing/` has other words each time, `noindex/` is kept out of every index, `gone/` is 404. Every third visit finds a
 * deploy in `version.txt`.
 */
export async function servePages() {
  let visits = 0
  const server = createServer(({ url: path = '/' }, response) => {
    visits++
    const isThere = path !== '/robots.txt' && !path.includes('/gone/')
    if (!isThere) return void response.writeHead(404).end()
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
    if (path === '/version.txt') return void response.end(visits % 3 === 0 ? 'deployed' : 'on its way')
    if (path.includes('/noindex/')) return void response.end(page(path, '<meta name="robots" content="noindex">'))
    response.end(page(path.includes('/changing/') ? `${path}, visit ${visits}` : path))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    async [Symbol.asyncDispose]() {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}
