import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { until } from '@pagebell/testing/until'
import type { Service } from '../src/service.ts'
import { noEndpoints, rowsOf, startTestEnvironment, submit, type TestEnvironment } from './start-notifier.ts'

let environment: TestEnvironment
let service: Service
let answer: (request: IncomingMessage, response: ServerResponse) => void
let asked: string[] = []

/** An engine that means harm: what it answers is the test's business. */
const engine = createServer((request, response) => {
  asked.push(`${request.method} ${request.url}`)
  response.on('error', () => undefined)
  request.resume().on('end', () => answer(request, response))
})

beforeAll(async () => {
  environment = await startTestEnvironment()
  await new Promise<void>((resolve) => engine.listen(0, '127.0.0.1', resolve))
  const { port } = engine.address() as AddressInfo
  service = await environment.startCopy({
    config: { ...noEndpoints, INDEXNOW_ENDPOINT: `http://127.0.0.1:${port}/indexnow` },
  })
})
afterAll(async () => {
  await service?.[Symbol.asyncDispose]()
  engine.closeAllConnections()
  await new Promise((resolve) => engine.close(resolve))
  await environment?.[Symbol.asyncDispose]()
})

/** The log entry of a URL once the engine has responded so often. */
async function logAfter(times: number, say: typeof answer) {
  asked = []
  answer = (request, response) => {
    if (asked.length <= times) return say(request, response)
    response.writeHead(200).end()
  }
  const { batch_id } = await submit(environment.broker)
  const seen: string[] = []
  const [row] = await until('the URL is final', async () => {
    const rows = await rowsOf(environment.db, batch_id)
    seen.push(...rows.map(({ engine_message }) => engine_message ?? ''))
    return rows.every(({ status }) => status === 'delivered' || status === 'rejected') && rows.length === 1 && rows
  })
  if (row === undefined) throw new Error('There is no row.')
  for (const message of seen) expect(Buffer.byteLength(message)).toBeLessThanOrEqual(2_048)
  return row
}

const html = '<!doctype html><script>alert(1)</script>'

describe('an engine that means harm', () => {
  it('with 10 MB of words is cut off early, and 2 KB of them are kept', async () => {
    let sent = 0
    const part = Buffer.alloc(64 * 1_024, 'x')
    const row = await logAfter(1, (_request, response) => {
      response.writeHead(400, { 'content-type': 'text/plain' })
      const more = (): void => {
        if (response.destroyed || sent >= 160 * part.length) return void response.end()
        sent += part.length
        if (response.write(part)) setImmediate(more)
        else response.once('drain', more)
      }
      more()
    })
    expect(row).toMatchObject({ status: 'rejected', engine_status: 400 })
    expect(Buffer.byteLength(row.engine_message ?? '')).toBe(2_048)
    expect(sent).toBeLessThan(160 * part.length)
  })

  it.each<[string, number, Record<string, string>, string]>([
    ['a number in place of JSON', 422, { 'content-type': 'application/json' }, '7'],
    ['an array of itself', 422, { 'content-type': 'application/json' }, `${'['.repeat(20_000)}${']'.repeat(20_000)}`],
    [
      'JSON whose fields have the wrong types',
      400,
      { 'content-type': 'application/json' },
      '{"code":{},"message":[7]}',
    ],
    ['a prototype', 400, { 'content-type': 'application/json' }, '{"__proto__":{"status":"delivered"}}'],
    ['HTML', 400, { 'content-type': 'text/html' }, html],
    ['bytes that are no text', 400, { 'content-type': 'application/octet-stream' }, '\0\u0001\ufffd'],
    ['a body that is not packed as it says', 400, { 'content-encoding': 'gzip' }, 'not gzip'],
    ['a Retry-After of a thousand years', 400, { 'retry-after': '31536000000' }, ''],
  ])('with %s is a no like any other', async (_what, status, headers, body) => {
    const row = await logAfter(1, (_request, response) => void response.writeHead(status, headers).end(body))
    expect(row).toMatchObject({ status: 'rejected', engine_status: status })
  })

  it('that leads elsewhere is not followed', async () => {
    const row = await logAfter(
      1,
      (_request, response) => void response.writeHead(307, { location: '/elsewhere' }).end(),
    )
    expect([row.status, row.engine_status]).toEqual(['rejected', 307])
    expect(asked).toEqual(['POST /indexnow'])
  })

  it('whose answer drips is left after its time, and asked again', async () => {
    const drips: ReturnType<typeof setInterval>[] = []
    const row = await logAfter(1, (_request, response) => {
      response.writeHead(200).flushHeaders()
      drips.push(setInterval(() => response.write('.'), 50))
    })
    for (const drip of drips) clearInterval(drip)
    expect(row).toMatchObject({ status: 'delivered', attempts: 2 })
  })

  it.each([
    ['breaks off in its headers', 'HTTP/1.1 200 OK\r\ncontent-'],
    ['breaks off in its body', 'HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nhalf'],
    ['speaks another protocol', 'SSH-2.0-OpenSSH_9.2\r\n'],
    ['has headers without end', `HTTP/1.1 200 OK\r\nx: ${'y'.repeat(100_000)}\r\n\r\n`],
  ])('that %s is asked again', async (_what, text) => {
    const row = await logAfter(1, (request) => {
      request.socket.end(text)
    })
    expect(row).toMatchObject({ status: 'delivered', attempts: 2 })
  })
})
