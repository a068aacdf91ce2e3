import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { trackConnections } from '@pagebell/testing/track-connections'
import type { HostilePage } from './recipe.ts'

/** Each page has a separate host among the addresses of this machine, so robots.txt and crawl delays are separate. */
export type HostileSite = AsyncDisposable & {
  /** Serves a page; returns its URL at its own host. */
  serve(page: HostilePage): string
  /** The address of every page at one host. */
  pagesAt(host: string): string[]
  /** Requests so far for pages at a host, by path. */
  asked(host: string): Set<string>
}

export async function startHostileSite(): Promise<HostileSite> {
  const pages: HostilePage[] = []
  const asked = new Map<string, Set<string>>()
  const hostOf = (n: number): string => `127.1.${Math.floor(n / 250)}.${(n % 250) + 1}`
  const server = createServer((request, response) => {
    request.socket.on('error', () => request.socket.destroy())
    const { url = '', headers } = request
    const host = headers.host?.split(':', 1)[0] ?? ''
    if (url === '/robots.txt') return void response.end(pages.find((_page, n) => hostOf(n) === host)?.robots ?? '')
    const page = pages[Number(/^\/page-(\d+)$/.exec(url)?.[1])]
    if (page === undefined) return void response.writeHead(404).end()
    asked.set(host, (asked.get(host) ?? new Set()).add(url))
    if (page.wire !== undefined) page.wire(request.socket)
    else response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', ...page.headers }).end(page.html)
  })
  const tracked = trackConnections(server)
  server.listen(0, '0.0.0.0')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    serve(page) {
      const n = pages.push(page) - 1
      return `http://${hostOf(n)}:${port}/page-${n}`
    },
    pagesAt: (host) => pages.map((_page, n) => `http://${host}:${port}/page-${n}`),
    asked: (host) => asked.get(host) ?? new Set(),
    [Symbol.asyncDispose]: () => tracked[Symbol.asyncDispose](),
  }
}
