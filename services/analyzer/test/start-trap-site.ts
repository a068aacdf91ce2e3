import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

const html = { 'content-type': 'text/html; charset=utf-8' }
const linking = (paths: readonly string[]): string =>
  `<!doctype html><title>Trap</title><main>${paths.map((path) => `<a href="${path}">More</a>`).join(' ')}</main>`

type Trap = (url: URL, response: ServerResponse, origin: string) => void

const answer = (response: ServerResponse, paths: readonly string[]) =>
  void response.writeHead(200, html).end(linking(paths))

/** Each makes addresses without end, or a response without end, from its start page on. */
const traps: Record<string, Trap> = {
  calendar: (url, response) => {
    const [, , year = '2026', month = '1'] = url.pathname.split('/')
    const next = new Date(Date.UTC(Number(year), Number(month), 1))
    answer(response, [`/calendar/${next.getUTCFullYear()}/${next.getUTCMonth() + 1}`])
  },
  facets: (url, response) => {
    const chosen = url.search.slice(1)
    const further = ['colour', 'size', 'sort'].map((name, index) => `/facets?${chosen}${name}=${index}&`)
    answer(response, further)
  },
  sessions: (_url, response) => {
    const id = crypto.randomUUID().replaceAll('-', '')
    answer(response, [`/sessions/a?sid=${id}`, `/sessions/b;jsessionid=${id}`])
  },
  redirects: (url, response) => {
    const number = Number(url.pathname.split('/')[2] ?? 0)
    response.writeHead(302, { location: `/redirects/${number + 1}` }).end()
  },
  relative: (url, response) => answer(response, [`${url.pathname}/more`, `${url.pathname}/again/`]),
  labyrinth: (_url, response) => {
    answer(
      response,
      Array.from({ length: 5 }, () => `/labyrinth/${crypto.randomUUID()}`),
    )
  },
  deep: (url, response) => answer(response, [`/deep/${'x'.repeat((url.pathname.split('/')[2] ?? '').length + 1)}`]),
  huge: (url, response) => {
    if (url.pathname === '/huge') return answer(response, ['/huge/page'])
    response.writeHead(200, { ...html, 'content-length': 1_000_000_000 })
    const more = Buffer.alloc(65_536, '<p>x')
    const push = (): void => {
      while (!response.destroyed && response.write(more));
    }
    response.on('drain', push)
    push()
  },
  hanging: (url, response) => {
    if (url.pathname === '/hanging')
      answer(
        response,
        Array.from({ length: 30 }, (_, index) => `/hanging/${index}`),
      )
  },
  slow: (url, response) => {
    const number = Number(url.pathname.split('/')[2] ?? 0)
    setTimeout(() => answer(response, [`/slow/${number + 1}`]), 50)
  },
  forbidden: (_url, response) => answer(response, ['/forbidden/inside', '/private/page']),
}

/** A site of traps, each of which begins at the path of its name. */
export async function startTrapSite() {
  const requested: string[] = []
  const onRequest = (request: IncomingMessage, response: ServerResponse): void => {
    const url = new URL(request.url ?? '/', origin)
    requested.push(url.pathname)
    response.on('error', () => response.destroy())
    const trap = traps[url.pathname.split(/[/;]/)[1] ?? '']
    if (url.pathname === '/robots.txt')
      response.writeHead(200, { 'content-type': 'text/plain' }).end('User-agent: PagebellBot\nDisallow: /private/\n')
    else if (trap === undefined) response.writeHead(404, html).end('nothing')
    else trap(url, response, origin)
  }
  const server = createServer(onRequest).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    origin,
    requested,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
