import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export type VersionedPage = {
  body: string
  /** Of every answer, 304 included. */
  headers: Record<string, string>
  /** What 304 has besides. */
  of304: Record<string, string>
}
export type VersionedSite = AsyncDisposable & {
  origin: string
  /** By path; a test may change them. */
  pages: Map<string, VersionedPage>
  robots: string
  /** When 304 is the answer. */
  answers304: 'if it is the same' | 'to every condition' | 'always'
  /** Since the test cleared it: `200 /path`, and the bytes of all bodies. */
  log: string[]
  bytes: number
}

const filler = 'Tea is a drink made of leaves. '.repeat(40)
export const pageText = (path: string, more: string): string =>
  `<!doctype html><html lang="en"><head><title>Page ${path}</title></head><body><main><h1>${path}</h1>${more}<p>${filler}`

/** A site of so many pages with entity tags, each of which links to the next two. */
export async function startVersionedSite(size: number): Promise<VersionedSite> {
  const server = createServer((request, response) => {
    const path = request.url ?? '/'
    const { 'if-none-match': tag, 'if-modified-since': since } = request.headers
    const answer = (status: number, headers: Record<string, string>, body = ''): void => {
      if (site.pages.has(path)) site.log.push(`${status} ${path}`)
      if (site.pages.has(path)) site.bytes += body.length
      response.writeHead(status, headers).end(body)
    }
    if (path === '/robots.txt') return answer(200, {}, site.robots)
    const page = site.pages.get(path)
    if (page === undefined) return answer(404, {})
    const { headers, body, of304 } = page
    const isConditional = tag !== undefined || since !== undefined
    const isSame = isConditional && (tag === undefined ? since === headers['last-modified'] : tag === headers['etag'])
    const isUnchanged = { 'if it is the same': isSame, 'to every condition': isConditional, always: true }[
      site.answers304
    ]
    if (isUnchanged && path !== '/') return answer(304, { ...headers, ...of304 })
    return answer(200, { ...headers, 'content-type': 'text/html; charset=utf-8' }, body)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const site: VersionedSite = {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    pages: new Map(),
    robots: 'User-agent: *\nAllow: /\n',
    answers304: 'if it is the same',
    log: [],
    bytes: 0,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
  for (let number = 0; number < size; number += 1) {
    const path = number === 0 ? '/' : `/page-${number}`
    const next = [number + 1, number + 2].filter((one) => one < size)
    const links = next.map((one) => `<a href="/page-${one}">To page ${one}</a>`).join(' ')
    site.pages.set(path, { body: pageText(path, links), headers: { etag: `"${number}-1"` }, of304: {} })
  }
  return site
}
