import { once } from 'node:events'
import http from 'node:http'
import { connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterEach, describe, expect, it } from '@jest/globals'
import { createHttpServer } from '@pagebell/http/create-http-server'
import { createLog } from '@pagebell/runtime/log'
import { until } from '@pagebell/testing/until'
import { mintToken } from '@pagebell/tokens/token'
import { startGateway } from './start-gateway.ts'

const kb = 1_024
const token = mintToken('pbh_')
let running = new AsyncDisposableStack()
afterEach(async () => {
  await running.disposeAsync()
  running = new AsyncDisposableStack()
})

/**
 * The gateway with one server of the make of intake's and the panel's behind it, which takes JSON only and answers
 * everything at once but `/…/held`, which it answers when it is let go. Of tokens it accepts the one above.
 */
async function start() {
  const taken: { url: string; headers: http.IncomingHttpHeaders; bytes: number }[] = []
  const held: (() => void)[] = []
  const asked: string[] = []
  const behind = createHttpServer({ log: createLog('behind', 'silent'), bodyLimit: 4 * kb * kb })
  behind.removeContentTypeParser('application/x-www-form-urlencoded')
  behind.head('/api/hooks', async (request, reply) => {
    asked.push(request.headers.authorization ?? '')
    return reply.code(asked.at(-1) === `Bearer ${token}` ? 204 : 404).send()
  })
  behind.all('/*', async (request) => {
    const bytes = JSON.stringify(request.body ?? '').length
    taken.push({ url: request.url, headers: request.headers, bytes })
    if (request.url.endsWith('/held')) await new Promise<void>((resolve) => held.push(resolve))
    return {}
  })
  running.defer(() => behind.close())
  const url = await behind.listen({ port: 0, host: '127.0.0.1' })
  const at = running.use(await startGateway({ INTAKE_URL: url, PANEL_URL: url }))
  const letGo = () => {
    for (const resolve of held.splice(0)) resolve()
  }
  running.defer(letGo)
  return { at, port: at.port, taken, held, asked, letGo }
}

const paths = [`/api/hooks/${token}/submit`, '/sign-in'] as const

describe.each(paths)('what is passed on to %s', (path) => {
  it('reaches it while 300 clients send slowly', async () => {
    const { port, taken } = await start()
    const head = `POST ${path} HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 9000\r\n\r\n{"a":`
    await Promise.all(Array.from({ length: 300 }, () => slowClient(port, head)))
    const answer = await post(port, path, { 'content-type': 'application/json' }, '{"good":1}')
    expect(answer.status).toBe(200)
    expect(taken).toHaveLength(1)
  }, 60_000)

  it.each([200 * kb, 900 * kb])(
    'does not wait behind requests of others that are refused: %d bytes',
    async (size) => {
      const { port } = await start()
      const bad = Buffer.alloc(size, 'x')
      const statuses = []
      for (let n = 0; n < 10; n += 1) {
        statuses.push((await post(port, path, { 'content-type': 'text/plain' }, bad)).status)
        statuses.push((await post(port, path, { 'content-type': 'application/json' }, '{"good":1}')).status)
      }
      expect(statuses).toEqual(Array.from({ length: 20 }, (_, n) => (n % 2 === 0 ? 415 : 200)))
    },
    15_000,
  )

  it('is answered 413, by the gateway, where it is too large', async () => {
    const { port, taken } = await start()
    const answer = await post(port, path, { 'content-type': 'application/json' }, Buffer.alloc(5_000 * kb, ' '))
    expect([answer.status, JSON.parse(answer.body).code]).toEqual([413, 'too_large'])
    expect(taken).toEqual([])
  })

  it.each([
    ['expect', '100-continue'],
    ['keep-alive', 'timeout=5'],
    ['te', 'trailers'],
    ['upgrade', 'h2c'],
    ['proxy-connection', 'keep-alive'],
  ])('goes there without the header that concerns one connection only: %s', async (name, value) => {
    const { port, taken } = await start()
    const headers = { 'content-type': 'application/json; charset=utf-8', [name]: value }
    expect((await post(port, path, headers, '{"good":1}')).status).toBe(200)
    expect(taken[0]?.headers).not.toHaveProperty(name)
    expect(taken[0]?.headers['content-type']).toBe('application/json; charset=utf-8')
  })

  it('goes there with a length, also when it came in chunks', async () => {
    const { port, taken } = await start()
    const sending = http.request({ port, host: '127.0.0.1', path, method: 'POST', agent: false })
    sending.setHeader('content-type', 'application/json')
    sending.write('{"a":')
    sending.end('1}')
    const [response] = (await once(sending, 'response')) as [http.IncomingMessage]
    await text(response)
    expect(response.statusCode).toBe(200)
    expect(taken[0]?.headers).toMatchObject({ 'content-length': '7' })
    expect(taken[0]?.headers).not.toHaveProperty('transfer-encoding')
  })
})

describe('a large body for a webhook', () => {
  const head = (path: string, headers: string, size = '') =>
    `POST ${path} HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n${headers}\r\n\r\n${size}{"a":`
  const firstLine = async (port: number, text: string) => {
    const socket = await slowClient(port, text)
    const [chunk] = (await once(socket, 'data')) as [Buffer]
    return chunk.toString().split('\r\n')[0]
  }

  it.each([
    ['made up', () => mintToken('pbh_')],
    ['no token at all', () => 'pbh_nothing'],
  ])('is not read where the token is %s, and is not forwarded', async (_what, make) => {
    const { port, taken } = await start()
    const of = make()
    const answers = await Promise.all([
      firstLine(port, head(`/api/hooks/${of}/submit`, 'content-length: 4000000')),
      firstLine(port, head(`/api/hooks/${of}/submit`, 'transfer-encoding: chunked', '9000\r\n')),
      firstLine(port, head('/api/hooks/submit', `authorization: Bearer ${of}\r\ncontent-length: 4000000`)),
    ])
    expect(answers).toEqual(Array.from(answers, () => 'HTTP/1.1 404 Not Found'))
    expect(taken).toEqual([])
  })

  it('is passed on where the token is known, which is asked once', async () => {
    const { port, taken, asked } = await start()
    const body = JSON.stringify({ a: 'x'.repeat(200 * kb) })
    const json = { 'content-type': 'application/json' }
    const statuses = [
      (await post(port, `/api/hooks/${token}/submit`, json, body)).status,
      (await post(port, '/api/hooks/submit', { ...json, authorization: `Bearer ${token}` }, body)).status,
    ]
    expect([statuses, asked]).toEqual([[200, 200], [`Bearer ${token}`]])
    expect(taken.map(({ bytes }) => bytes)).toEqual([body.length, body.length])
  })

  it('is answered 503 while intake is away, as any other request', async () => {
    const at = running.use(await startGateway())
    const answer = await at.app.inject({
      method: 'POST',
      url: `/api/hooks/${token}/submit`,
      headers: { 'content-type': 'application/json' },
      payload: JSON.stringify({ a: 'x'.repeat(200 * kb) }),
    })
    expect([answer.statusCode, answer.json().outcome]).toEqual([503, 'none'])
  })
})

describe('one network with very many requests under way', () => {
  it.each([
    ['hooks', '/api/hooks/token'],
    ['the panel', '/pages'],
  ])(
    'leaves room for the others, and its own are answered in the end: %s',
    async (_what, path) => {
      const { at, held, letGo, taken } = await start()
      const busy = Array.from({ length: 300 }, () =>
        at.app.inject({ url: `${path}/held`, remoteAddress: '2001:db8::7' }).then(({ statusCode }) => statusCode),
      )
      await until('the busy network has all that it may have', () => held.length === 64)
      const other = await at.app.inject({ url: `${path}/quick`, remoteAddress: '192.0.2.9' })
      expect(other.statusCode).toBe(200)
      expect(taken).toHaveLength(65)
      let settled = false
      const all = Promise.all(busy).finally(() => {
        settled = true
      })
      await until('all are answered', () => {
        letGo()
        return settled
      })
      expect(new Set(await all)).toEqual(new Set([200]))
    },
    60_000,
  )

  it('shares what one network may have when all of its requests have one token, from whatever networks', async () => {
    const { at, held, letGo } = await start()
    const busy = Array.from({ length: 300 }, (_, n) =>
      at.app
        .inject({ url: `/api/hooks/${spelt(token, n)}/held`, remoteAddress: `192.0.2.${n % 8}` })
        .then(({ statusCode }) => statusCode),
    )
    await until('the token has all that it may have', () => held.length === 64)
    const others = await Promise.all(
      [1, 2, 3].map((n) => at.app.inject({ url: `/api/hooks/${mintToken('pbh_')}`, remoteAddress: `192.0.2.${n}` })),
    )
    expect(others.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200])
    expect(held).toHaveLength(64)
    let open = busy.length
    for (const one of busy) void one.finally(() => open--)
    await until('all are answered', () => {
      letGo()
      return open === 0
    })
    expect(new Set(await Promise.all(busy))).toEqual(new Set([200]))
  }, 60_000)

  it.each([
    ['without a token', () => 'token'],
    ['with tokens that it makes up', () => mintToken('pbh_')],
  ])(
    'is refused when even its queue is full: %s',
    async (_how, tokenOf) => {
      const { at, held } = await start()
      const ask = () => at.app.inject({ url: `/api/hooks/${tokenOf()}/held`, remoteAddress: '192.0.2.7' })
      const waiting = Array.from({ length: 64 + 1_024 }, () => ask())
      await until('the busy network has all that it may have', () => held.length === 64)
      const answer = await ask()
      expect([answer.statusCode, answer.json()]).toMatchObject([503, { code: 'unavailable', outcome: 'none' }])
      expect(answer.headers['retry-after']).toBe('2')
      let open = waiting.length
      for (const one of waiting) void one.finally(() => open--)
      await until('all are answered', () => {
        for (const resolve of held.splice(0)) resolve()
        return open === 0
      })
    },
    60_000,
  )
})

it('a page reports that a form was too large', async () => {
  const { port } = await start()
  const answer = await post(port, '/sign-in', { accept: 'text/html' }, Buffer.alloc(2_000 * kb, 'x'))
  expect([answer.status, answer.type]).toEqual([413, 'text/html; charset=utf-8'])
})

/** The token as it is, or with one of its characters percent-encoded. */
const spelt = (token: string, place: number): string =>
  token.replace(token[place % 5] ?? '', (character) => `%${character.charCodeAt(0).toString(16)}`)

/** A client that has sent all but the end of its request, and keeps its connection. */
async function slowClient(port: number, bytes: string): Promise<Socket> {
  const socket = connect(port, '127.0.0.1')
  running.defer(() => void socket.destroy())
  socket.on('error', () => undefined)
  await once(socket, 'connect')
  await new Promise<unknown>((resolve) => socket.write(bytes, resolve))
  return socket
}

/** One request on a new connection. */
function post(port: number, path: string, headers: http.OutgoingHttpHeaders, body: string | Buffer) {
  const { promise, resolve, reject } = Promise.withResolvers<{ status: number; type?: string; body: string }>()
  const length = Buffer.byteLength(body)
  const sending = http.request({ port, host: '127.0.0.1', path, method: 'POST', agent: false })
  for (const [name, value] of Object.entries({ 'content-length': length, ...headers }))
    sending.setHeader(name, value ?? '')
  sending.on('response', (response) => {
    text(response).then((all) => {
      const type = response.headers['content-type']
      resolve({ status: response.statusCode ?? 0, body: all, ...(type !== undefined && { type }) })
    }, reject)
  })
  sending.on('error', reject)
  sending.end(body)
  return promise
}
