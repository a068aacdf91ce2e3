import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A title with markup in it. */
export const hostileTitle = '"><script>window.stolen=1</script><img src=x onerror="window.stolen=1">'

export type FaultySite = AsyncDisposable & {
  origin: string
  /** From now on more pages share a title, and the broken link is gone. */
  change(): void
  /** Holds back every answer but those of robots.txt and the first page, until it is called with false. */
  hold(isHeld: boolean): void
}

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

/**
 * A small site with faults: pages that share a hostile title, a link to a missing page, a redirect, a page that is only
 * in the sitemap, a long address.
 */
export async function startFaultySite(): Promise<FaultySite> {
  let isChanged = false
  let held = Promise.withResolvers<void>()
  held.resolve()
  const long =
    '/a/rather/long/address/of/a/page/that/has-to-wrap-on-a-telephone-without-any-space?with=parameters&and=more'
  const teas = Array.from({ length: 9 }, (_, index) => `/tea-${index}`)
  const hostilePath = '/%22%3E%3Cimg%20src=x%20onerror=alert(1)%3E'

  function pageOf(path: string): string | undefined {
    const index = teas.indexOf(path)
    const known = ['/', '/alone', long, hostilePath, ...teas]
    if (!known.includes(path)) return undefined
    const isShared = index >= 0 && index < (isChanged ? 7 : 4)
    const title = isShared ? hostileTitle : `A page of a small site about tea, ${path === '/' ? 'the first' : path}`
    const broken = isChanged ? '' : '<a href="/gone">A missing page</a>'
    const links = path === '/' ? [...teas, long, hostilePath, '/old'] : ['/', teas[(index + 1) % teas.length] ?? '/']
    const anchors = links.map((to) => `<li><a href="${to.replaceAll('&', '&amp;')}">Read about ${escaped(to)}</a></li>`)
    const words = `${path} is a text about tea. `.repeat(30)
    return `<!doctype html><html lang="en"><head><title>${escaped(title)}</title></head><body><main><h1>${escaped(path)}</h1>
<p>${escaped(words)}</p><ul>${anchors.join('')}</ul>${index === 3 ? broken : ''}</main></body></html>`
  }

  const server = createServer((request, response) => {
    const path = request.url ?? '/'
    void (path === '/' || path === '/robots.txt' ? Promise.resolve() : held.promise).then(() => {
      if (path === '/robots.txt') return response.end('User-agent: *\nAllow: /\n')
      if (path === '/sitemap.xml') return response.end(`<urlset><url><loc>${origin}/alone</loc></url></urlset>`)
      if (path === '/old') return response.writeHead(301, { location: '/' }).end()
      const page = pageOf(path)
      response.writeHead(page === undefined ? 404 : 200, { 'content-type': 'text/html; charset=utf-8' })
      return response.end(page ?? 'There is no such page.')
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    origin,
    change() {
      isChanged = true
    },
    hold(isHeld) {
      if (isHeld) held = Promise.withResolvers<void>()
      else held.resolve()
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
