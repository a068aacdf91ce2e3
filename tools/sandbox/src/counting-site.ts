import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export type CountingSite = AsyncDisposable & {
  origin: string
  /** By path, without what the test has cleared. */
  requests: Map<string, number>
}

/** Fewer words would not make a page. */
const text = `<p>${'Tea is a drink made of leaves. '.repeat(5)}</p>`

/**
 * A site of so many pages, each of which links to the next two and has an entity tag, by which it is not sent again; one
 * that only the sitemap lists, one that is missing, and one, to which the page of number `busyAfter` links, that is always
 * overloaded: from then on the site is requested more slowly. `/moved` redirects to the first page.
 */
export async function startCountingSite(size: number, busyAfter = size - 1): Promise<CountingSite> {
  const requests = new Map<string, number>()
  const server = createServer((request, response) => {
    const path = request.url ?? '/'
    requests.set(path, (requests.get(path) ?? 0) + 1)
    const number = path === '/' ? 0 : Number(/^\/page-(\d+)$/.exec(path)?.[1])
    if (path === '/robots.txt') return response.end('User-agent: *\nAllow: /\n')
    if (path === '/sitemap.xml') return response.end(`<urlset><url><loc>${origin}/page-listed</loc></url></urlset>`)
    if (path === '/moved') return response.writeHead(301, { location: '/page-0' }).end()
    if (path === '/page-busy') return response.writeHead(503).end()
    if (!(number < size) && path !== '/page-listed') return response.writeHead(404).end()
    const links = Number.isNaN(number) ? [] : [number + 1, number + 2].map((next) => `/page-${next}`)
    const more = number === busyAfter ? ['/page-busy'] : []
    const anchors = [...links, ...more].map((to) => `<a href="${to}">To ${to}</a>`).join(' ')
    const etag = `"${path}"`
    if (request.headers['if-none-match'] === etag) return response.writeHead(304, { etag }).end()
    response.writeHead(200, { 'content-type': 'text/html', etag })
    return response.end(`<!doctype html><title>Page ${path}</title><main><h1>${path}</h1>${text}${anchors}</main>`)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    origin,
    requests,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
