import { once } from 'node:events'
import http from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { fault } from '@pagebell/faults/fault'
import { createLog } from '@pagebell/runtime/log'
import { until } from '@pagebell/testing/until'
import { createHttpServer } from './create-http-server.ts'
import type { HttpServer } from './http-server.ts'

const kb = 1_024
let app: HttpServer
let port: number

beforeEach(async () => {
  app = createHttpServer({ log: createLog('test', 'silent'), bodyLimit: 4 * 1_024 * kb })
  app.post('/any', async () => ({}))
  app.post('/limited', { bodyLimit: 100 * kb }, async () => ({}))
  const refuse = () => {
    throw fault('unauthenticated', 'Nobody.')
  }
  app.post('/refused', { onRequest: async () => refuse() }, async () => ({}))
  app.post('/refused-later', { onRequest: () => new Promise(setImmediate).then(refuse) }, async () => ({}))
  app.get('/good', async () => ({}))
  await app.listen({ port: 0, host: '127.0.0.1' })
  port = (app.server.address() as AddressInfo).port
})
afterEach(() => app.close())

const refusals = [
  ['415', '/any', 'text/plain'],
  ['413', '/limited', 'application/json'],
  ['401', '/refused', 'application/json'],
  ['401', '/refused-later', 'application/json'],
  ['400', '/%ZZ', 'application/json'],
] as const
const sizes = [200 * kb, 1_024 * kb]

describe.each(refusals)('a request that is refused with %s on %s before its body is read', (status, path, type) => {
  it.each(sizes)('does not keep the next one of its client waiting: %d bytes', async (size) => {
    const agent = new http.Agent({ keepAlive: true, maxSockets: 1 })
    try {
      expect(await send(agent, path, { 'content-type': type }, Buffer.alloc(size, 'x'))).toBe(status)
      expect(await send(agent, '/good')).toBe('200')
    } finally {
      agent.destroy()
    }
  })

  it.each([
    ['of 3 MB', `content-length: ${3_000 * kb}`, ''],
    ['in chunks', 'transfer-encoding: chunked', '10000\r\n'],
  ])('says that it closes the connection if the body is long: %s', async (_what, length, first) => {
    await using client = await open()
    client.write(head(path, type, length), first, 'x'.repeat(64 * kb))
    if (path === '/limited' && first !== '') client.write(`\r\n${first}${'x'.repeat(64 * kb)}`)
    expect(await client.answers(1)).toEqual([status])
    expect(client.received().toLowerCase()).toContain('\r\nconnection: close\r\n')
  })

  it('ends with its connection if the body has no end', async () => {
    await using client = await open()
    client.write(head(path, type, 'transfer-encoding: chunked'))
    const chunk = `10000\r\n${'x'.repeat(64 * kb)}\r\n`
    while (!client.socket.destroyed) {
      if (!client.socket.write(chunk)) await Promise.race([once(client.socket, 'drain'), once(client.socket, 'close')])
      await new Promise(setImmediate)
    }
    expect(client.received()).toContain(`HTTP/1.1 ${status} `)
  })
})

// Fastify itself closes the connection with 413.
describe.each(refusals.filter(([status]) => status !== '413'))(
  'a short body that is refused with %s on %s before it is read',
  (status, path, type) => {
    it('leaves its connection to the next one', async () => {
      await using client = await open()
      client.write(head(path, type, `content-length: ${200 * kb}`), 'x'.repeat(200 * kb))
      await client.answers(1)
      client.write('GET /good HTTP/1.1\r\nhost: x\r\n\r\n')
      expect(await client.answers(2)).toEqual([status, '200'])
    })

    it('is answered before one that was sent right behind it', async () => {
      await using client = await open()
      client.write(
        head(path, type, `content-length: ${200 * kb}`),
        'x'.repeat(200 * kb),
        'GET /good HTTP/1.1\r\nhost: x\r\n\r\n',
      )
      expect(await client.answers(2)).toEqual([status, '200'])
    })
  },
)

it('a client that never sends the body that it announced loses its connection, and has its answer', async () => {
  await using client = await open()
  client.write(head('/refused', 'application/json', `content-length: ${200 * kb}`))
  await until('the connection is closed', () => client.socket.destroyed, 15_000)
  expect(client.received().match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 401'])
}, 20_000)

it('a client that sends everything before it reads has its answer', async () => {
  const socket = connect({ port, host: '127.0.0.1' })
  socket.pause()
  const body = 'x'.repeat(500 * kb)
  await new Promise<unknown>((resolve) =>
    socket.write(`${head('/refused', 'application/json', `content-length: ${body.length}`)}${body}`, resolve),
  )
  const parts: Buffer[] = []
  for await (const part of socket) parts.push(part)
  expect(Buffer.concat(parts).toString()).toContain('HTTP/1.1 401 ')
})

const head = (path: string, type: string, length: string) =>
  `POST ${path} HTTP/1.1\r\nhost: x\r\ncontent-type: ${type}\r\n${length}\r\n\r\n`

/** The status of one request of a client that keeps its connection. */
function send(agent: http.Agent, path: string, headers: object = {}, body?: Buffer): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  const method = body === undefined ? 'GET' : 'POST'
  const sending = http.request({ port, host: '127.0.0.1', agent, path, method, headers: { ...headers } })
  if (body !== undefined) sending.setHeader('content-length', body.length)
  sending.on('response', (response) => response.resume().once('end', () => resolve(`${response.statusCode}`)))
  // After an early answer the connection may break while the rest is being sent.
  sending.on('error', reject)
  sending.end(body)
  return promise
}

async function open() {
  const socket: Socket = connect({ port, host: '127.0.0.1', allowHalfOpen: false })
  let received = ''
  socket.setEncoding('latin1').on('data', (text: string) => {
    received += text
  })
  // A server that closes a connection while its client sends resets it in the end.
  socket.on('error', () => undefined)
  await once(socket, 'connect')
  const statuses = () => [...received.matchAll(/HTTP\/1\.1 (\d+) /g)].map(([, status]) => status)
  return {
    socket,
    received: () => received,
    write: (...parts: string[]) => {
      for (const part of parts) socket.write(part)
    },
    async answers(count: number) {
      await until(`${count} answers`, () => statuses().length >= count, 4_000)
      return statuses()
    },
    async [Symbol.asyncDispose]() {
      socket.destroy()
    },
  }
}
