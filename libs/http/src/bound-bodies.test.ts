import { once } from 'node:events'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { createLog } from '@pagebell/runtime/log'
import { until } from '@pagebell/testing/until'
import { boundHeldBodies } from './bound-bodies.ts'
import { createHttpServer } from './create-http-server.ts'
import type { HttpServer } from './http-server.ts'

const kb = 1_024
let app: HttpServer
let port: number
let arrived: number
let open: http.ClientRequest[]

beforeEach(async () => {
  arrived = 0
  open = []
  app = createHttpServer({ log: createLog('test', 'silent') })
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
  boundHeldBodies(app, { maxBytes: 1_000 * kb, maxBytesPerNetwork: 400 * kb })
  app.addHook('preParsing', (_request, _reply, payload, done) => {
    payload.on('data', (chunk: Buffer) => {
      arrived += chunk.length
    })
    done(null, payload)
  })
  app.post('/', async () => ({}))
  await app.listen({ port: 0, host: '127.0.0.1' })
  port = (app.server.address() as AddressInfo).port
})
afterEach(async () => {
  for (const one of open) one.destroy()
  await app.close()
})

describe('large bodies that are held', () => {
  it('are refused for the network that has its share, and taken from another', async () => {
    await sendSlowly('127.0.0.1', 300 * kb)
    expect(await send('127.0.0.1', 200 * kb)).toBe(503)
    expect(await send('127.0.0.2', 200 * kb)).toBe(200)
  })

  it('are bounded in all, while small ones are taken', async () => {
    for (const network of ['127.0.0.1', '127.0.0.2', '127.0.0.3']) await sendSlowly(network, 300 * kb)
    expect(await send('127.0.0.4', 200 * kb)).toBe(503)
    expect(await send('127.0.0.4', 60 * kb)).toBe(200)
  })

  it('are counted no longer once their clients are gone', async () => {
    await sendSlowly('127.0.0.1', 300 * kb)
    for (const one of open.splice(0)) one.destroy()
    await until('there is room', async () => (await send('127.0.0.1', 300 * kb)) === 200)
  })
})

/** Sends all of a body but its last byte, and waits until that has arrived. */
async function sendSlowly(from: string, bytes: number): Promise<void> {
  const before = arrived
  const sending = request(from, bytes)
  sending.on('error', () => undefined)
  sending.write(Buffer.alloc(bytes - 1, 'x'))
  open.push(sending)
  await until('what was sent has arrived', () => arrived - before >= bytes - 1)
}

async function send(from: string, bytes: number): Promise<number | undefined> {
  const sending = request(from, bytes)
  sending.end(Buffer.alloc(bytes, 'x'))
  const [response] = (await once(sending, 'response')) as [http.IncomingMessage]
  response.resume()
  return response.statusCode
}

/** Each address of 127.0.0.0/8 is a separate network. */
const request = (localAddress: string, bytes: number) =>
  http.request({
    port,
    host: '127.0.0.1',
    localAddress,
    method: 'POST',
    headers: { 'content-length': bytes },
    agent: false,
  })
