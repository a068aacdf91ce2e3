import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterEach, describe, expect, it } from '@jest/globals'
import { type Gateway, startGateway } from './start-gateway.ts'

const running = new Set<AsyncDisposable>()
afterEach(async () => {
  for (const one of running) await one[Symbol.asyncDispose]()
  running.clear()
})

type Taken = { method: string | undefined; url: string | undefined; headers: IncomingHttpHeaders; body: string }

/** The gateway before a server in the panel's place, which answers with a redirect and keeps what it got. */
async function start(): Promise<{ at: Gateway; taken: Taken[] }> {
  const taken: Taken[] = []
  const server = createServer(async (request, response) => {
    taken.push({ method: request.method, url: request.url, headers: request.headers, body: await text(request) })
    response.writeHead(303, { location: '/reports', 'set-cookie': 'a=b; HttpOnly' }).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const stop = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve())
      server.closeAllConnections()
    })
  running.add({ [Symbol.asyncDispose]: stop })
  const at = await startGateway({ PANEL_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}` })
  running.add(at)
  return { at, taken }
}

describe('what is neither API nor webhook', () => {
  it.each(['/', '/sign-in', '/r/7', '/reports?sort=asc&search=%2F', '/apis', '/docs-of-ours'])(
    'goes to the panel: %s',
    async (url) => {
      const { at, taken } = await start()
      const headers = {
        host: 'pagebell.example',
        cookie: 'c=d',
        'x-forwarded-for': '6.6.6.6',
        'x-forwarded-host': 'evil.example',
      }
      const answer = await at.app.inject({ url, headers, remoteAddress: '192.0.2.7' })
      expect([answer.statusCode, answer.headers['location'], answer.headers['set-cookie']]).toEqual([
        303,
        '/reports',
        'a=b; HttpOnly',
      ])
      expect(taken).toMatchObject([
        {
          method: 'GET',
          url,
          headers: { cookie: 'c=d', 'x-forwarded-for': '192.0.2.7', 'x-forwarded-host': 'pagebell.example' },
        },
      ])
    },
  )

  it('goes there with its body, byte for byte', async () => {
    const { at, taken } = await start()
    const payload = 'email=a%40b.example&password=%26&&x'
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    expect((await at.app.inject({ method: 'POST', url: '/sign-in', headers, payload })).statusCode).toBe(303)
    expect(taken).toMatchObject([{ method: 'POST', body: payload, headers }])
  })
})

describe('an unknown path of the gateway', () => {
  it.each(['/api', '/api/v2', '/api/v1/nothing', '/api/v1', '/docs/nothing', '/openapi.json/x'])(
    'is not the panel’s: %s',
    async (url) => {
      const { at, taken } = await start()
      const answer = await at.ask(url)
      expect([answer.statusCode, answer.json().code]).toEqual([404, 'not_found'])
      expect(taken).toEqual([])
    },
  )

  it('keeps its 405 with the methods that there are', async () => {
    const { at, taken } = await start()
    const answer = await at.ask({ method: 'DELETE', url: '/api/v1/reports' })
    expect([answer.statusCode, answer.headers['allow']]).toEqual([405, 'GET, HEAD, POST'])
    expect(taken).toEqual([])
  })
})

describe('a panel that is away', () => {
  it.each([
    ['text/html', 'text/html; charset=utf-8'],
    ['application/json', 'application/problem+json'],
  ])('is sent to a client that accepts %s', async (accept, type) => {
    const at = await startGateway()
    running.add(at)
    const answer = await at.app.inject({ url: '/reports', headers: { accept } })
    expect([answer.statusCode, answer.headers['content-type'], answer.headers['retry-after']]).toEqual([503, type, '2'])
  })
})
