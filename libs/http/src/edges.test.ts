import { once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { createLog } from '@pagebell/runtime/log'
import { Type } from '@pagebell/schema/type'
import { createHttpServer } from './create-http-server.ts'
import type { HttpServer } from './http-server.ts'

/** What reached a handler; a smuggled request would stand here. */
const reached: string[] = []
const lines: string[] = []
let app: HttpServer
let port: number

beforeAll(async () => {
  const log = createLog('edges test', 'info', { write: (line: string) => void lines.push(line) })
  app = createHttpServer({ log })
  const body = Type.Object({ words: Type.Array(Type.String()) }, { additionalProperties: false })
  app.post('/words', { schema: { body } }, async (request) => {
    reached.push(request.url)
    return { count: request.body.words.length }
  })
  app.get('/smuggled', async (request) => {
    reached.push(request.url)
    return {}
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  port = (app.server.address() as AddressInfo).port
})
afterAll(() => app.close())
beforeEach(() => {
  reached.length = 0
})

/** Sends these bytes and answers all that comes back until the server closes the connection. */
async function raw(...parts: (string | Buffer)[]): Promise<string> {
  const socket = await open()
  for (const part of parts) socket.write(part)
  return text(socket)
}

async function open(): Promise<Socket> {
  const socket = connect(port, '127.0.0.1')
  // A server that refuses in the middle of what is being sent may reset the connection after its answer.
  socket.on('error', () => undefined)
  await once(socket, 'connect')
  return socket
}

const head = (...fields: string[]) => ['POST /words HTTP/1.1', 'Host: x', ...fields, '', ''].join('\r\n')
const json = 'Content-Type: application/json'
const get = 'GET /smuggled HTTP/1.1\r\nHost: x\r\n\r\n'

describe('a request that two servers could read differently', () => {
  it.each([
    ['a length beside chunks', `${head(json, 'Content-Length: 4', 'Transfer-Encoding: chunked')}0\r\n\r\n`],
    ['two lengths', head(json, 'Content-Length: 0', 'Content-Length: 37')],
    ['a length with a sign', head(json, 'Content-Length: +37')],
    ['a length in hexadecimal', head(json, 'Content-Length: 0x25')],
    ['a list of lengths', head(json, 'Content-Length: 0, 37')],
    ['chunks that are not the last coding', `${head(json, 'Transfer-Encoding: chunked, identity')}0\r\n\r\n`],
    ['a space before the colon', `${head(json, 'Transfer-Encoding : chunked')}0\r\n\r\n`],
    ['a folded header', head(json, 'X: a', ' Transfer-Encoding: chunked', 'Content-Length: 0')],
    ['a bare line feed between headers', head(json, 'X: a\nTransfer-Encoding: chunked', 'Content-Length: 0')],
    ['a chunk size that is no number', `${head(json, 'Transfer-Encoding: chunked')}z\r\n\r\n`],
    ['a chunk size beyond all bounds', `${head(json, 'Transfer-Encoding: chunked')}fffffffffffffffff\r\n`],
    ['a NUL in a header', head(json, 'X: a\0b')],
  ])('because of %s is refused, and nothing behind it is served', async (_what, bytes) => {
    const answer = await raw(bytes + get)
    expect(answer).toMatch(/^HTTP\/1\.1 4\d\d /)
    expect(answer.match(/HTTP\/1\.1 /g)).toHaveLength(1)
    expect(reached).toEqual([])
  })
})

it('a request without a host is refused', async () => {
  const answer = await raw('GET /smuggled HTTP/1.1\r\nConnection: close\r\n\r\n')
  expect(answer).toContain('HTTP/1.1 400 ')
  expect(reached).toEqual([])
})

describe('a request that is too much', () => {
  it('in its headers is 431', async () => {
    const answer = await raw(head(`X: ${'a'.repeat(20_000)}`))
    expect(answer).toContain('HTTP/1.1 431 ')
    expect(answer).toContain('application/problem+json')
  })

  it('in its path is 431', async () => {
    expect(await raw(`GET /${'a'.repeat(20_000)} HTTP/1.1\r\nHost: x\r\n\r\n`)).toContain('HTTP/1.1 431 ')
  })

  it('by its announced length is 413 before it is sent', async () => {
    expect(await raw(head(json, 'Content-Length: 99999999'))).toContain('HTTP/1.1 413 ')
  })

  it('by the length of its chunks is 413', async () => {
    const chunk = `10000\r\n${'a'.repeat(0x1_00_00)}\r\n`
    expect(await raw(head(json, 'Transfer-Encoding: chunked'), chunk.repeat(40))).toContain('HTTP/1.1 413 ')
    expect(reached).toEqual([])
  })

  it.each([
    ['arrays', `${'['.repeat(500_000)}`, 422],
    ['objects', `${'{"a":'.repeat(150_000)}1${'}'.repeat(150_000)}`, 422],
    ['objects with a prototype at the bottom', `${'{"a":'.repeat(150_000)}{"__proto__":1}${'}'.repeat(150_000)}`, 422],
  ])('by the depth of its %s is refused', async (_what, payload, status) => {
    const answer = await app.inject({
      method: 'POST',
      url: '/words',
      headers: { 'content-type': 'application/json' },
      payload,
    })
    expect(answer.statusCode).toBe(status)
  })
})

describe('a packed body', () => {
  it.each(['gzip', 'br', 'deflate', 'zstd', 'identity, gzip', 'x-unknown'])('by %s is refused unread', async (how) => {
    const answer = await app.inject({
      method: 'POST',
      url: '/words',
      headers: { 'content-type': 'application/json', 'content-encoding': how },
      payload: gzipSync('{"words":["a"]}'),
    })
    expect(answer.statusCode).toBe(415)
    expect(answer.headers['accept-encoding']).toBe('identity')
    expect(reached).toEqual([])
  })

  it('that says it is not packed is read', async () => {
    const headers = { 'content-type': 'application/json', 'content-encoding': 'Identity' }
    const answer = await app.inject({ method: 'POST', url: '/words', headers, payload: '{"words":["a"]}' })
    expect(answer.json()).toEqual({ count: 1 })
  })
})

describe('line breaks of a caller', () => {
  it('come back in no header and begin no line of the log', async () => {
    const evil = '%0d%0aSet-Cookie:%20a=b%0d%0a%0d%0a{"level":"fatal"}'
    const answers = await Promise.all([
      raw(`GET /${evil}?${evil}=${evil} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`),
      raw(`GET /smuggled?a HTTP/1.1\r\nHost: x\r\nX-Request-Id: a%0d%0ab\r\nConnection: close\r\n\r\n`),
    ])
    for (const answer of answers) expect(answer.toLowerCase()).not.toContain('\nset-cookie')
    for (const line of lines) expect(JSON.parse(line)).toMatchObject({ service: 'edges test' })
  })
})

describe('a slow client', () => {
  it('is closed by the timeouts of headers and request, and 500 of them delay no other client', async () => {
    const { headersTimeout, requestTimeout } = app.server
    expect([headersTimeout, requestTimeout]).toEqual([10_000, 20_000])
    try {
      const slowHeaders = Array.from({ length: 250 }, () => raw('POST /words HTTP/1.1\r\nHost: x\r\nX: '))
      const slowBodies = Array.from({ length: 250 }, () => raw(head(json, 'Content-Length: 17'), '{"words":'))
      const others = await Promise.all(
        Array.from({ length: 100 }, () => raw('GET /smuggled HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')),
      )
      expect(others.filter((answer) => !answer.startsWith('HTTP/1.1 200 '))).toEqual([])
      // Set down for this test; how often they are checked is not.
      app.server.headersTimeout = 100
      app.server.requestTimeout = 200
      const slow = await Promise.all([...slowHeaders, ...slowBodies])
      expect(new Set(slow.map((answer) => answer.split('\r\n', 1)[0]))).toEqual(
        new Set(['HTTP/1.1 408 Request Timeout']),
      )
    } finally {
      Object.assign(app.server, { headersTimeout, requestTimeout })
    }
  })
})
