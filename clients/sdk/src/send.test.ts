import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterEach, expect, it } from '@jest/globals'
import { createClient } from './client.ts'
import { PagebellConnectionError, PagebellError } from './errors.ts'
import { createWebhook } from './webhook.ts'

type Reply = { status: number; headers?: Record<string, string>; body?: object | string } | 'broken' | 'stalled'
type Received = {
  method: string | undefined
  url: string | undefined
  headers: IncomingMessage['headers']
  body: string
}

const servers: Server[] = []
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    server.close()
  }
})

/** A server that replies in turn, the last reply again and again. */
async function serve(replies: Reply[]): Promise<{ url: string; received: Received[] }> {
  const received: Received[] = []
  const server = createServer((request, response) => void reply(request, response))
  servers.push(server)
  const reply = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { method, url, headers } = request
    received.push({ method, url, headers, body: await text(request) })
    const next = replies[Math.min(received.length, replies.length) - 1]
    if (next === 'stalled') return
    if (next === 'broken' || next === undefined) request.socket.destroy()
    else {
      const body = typeof next.body === 'object' ? JSON.stringify(next.body) : next.body
      response.writeHead(next.status, next.headers).end(body)
    }
  }
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, received }
}

const problem = (status: number, more: object = {}) => ({
  type: 'about:blank',
  title: 'T',
  status,
  detail: 'What went wrong.',
  message: 'What went wrong.',
  code: 'some_code',
  request_id: 'r1',
  ...more,
})
const ok: Reply = { status: 200, body: { data: { id: 'a' }, status: 200 } }
const at = (status: number, retryAfter: string, more: object = {}): Reply => ({
  status,
  headers: { 'retry-after': retryAfter },
  body: problem(status, more),
})
const newReport = { body: { url: 'https://example.com/' } }

it('repeats a call that is answered 429 or 503, after the time that it says', async () => {
  const { url, received } = await serve([at(429, '0'), at(503, '1'), ok])
  const begun = performance.now()
  const answer = await createClient({ url, apiKey: 'pbk_a' }).get('/api/v1/account')
  expect(answer).toEqual({ data: { id: 'a' }, status: 200 })
  expect(received).toHaveLength(3)
  expect(performance.now() - begun).toBeGreaterThan(950)
})

it('keeps its Idempotency-Key for the repetitions, and makes another for the next call', async () => {
  const { url, received } = await serve(['broken', at(503, '0'), ok])
  const client = createClient({ url: `${url}/`, apiKey: 'pbk_a' })
  await client.post('/api/v1/reports', newReport)
  await client.post('/api/v1/reports', newReport)
  const keys = received.map(({ headers }) => headers['idempotency-key'])
  expect(keys[0]).toMatch(/^[0-9a-f-]{36}$/)
  expect([keys[1], keys[2]]).toEqual([keys[0], keys[0]])
  expect(keys[3]).not.toBe(keys[0])
  expect(received[0]).toMatchObject({ method: 'POST', url: '/api/v1/reports', body: JSON.stringify(newReport.body) })
  expect(received[0]?.headers.authorization).toBe('Bearer pbk_a')
})

it('does not repeat what may have had an effect, unless it is answered that nothing was done', async () => {
  const patch = (url: string) =>
    createClient({ url, apiKey: 'pbk_a' }).patch('/api/v1/reports/{id}', { path: { id: 'a' }, body: { privacy: 1 } })
  const broken = await serve(['broken', ok])
  await expect(patch(broken.url)).rejects.toBeInstanceOf(PagebellConnectionError)
  const unknown = await serve([at(503, '0', { outcome: 'unknown' }), ok])
  await expect(patch(unknown.url)).rejects.toMatchObject({ status: 503 })
  expect([broken.received.length, unknown.received.length]).toEqual([1, 1])
  const none = await serve([at(503, '0', { outcome: 'none' }), ok])
  expect(await patch(none.url)).toEqual({ data: { id: 'a' }, status: 200 })
})

it('throws the problem of the API, with its code, its fields and the request', async () => {
  const { url } = await serve([{ status: 422, body: problem(422, { errors: { url: ['is required'] } }) }])
  const call = createClient({ url, apiKey: 'pbk_a' }).post('/api/v1/reports', newReport)
  const expected = { status: 422, code: 'some_code', message: 'What went wrong.', errors: { url: ['is required'] } }
  await expect(call).rejects.toMatchObject({ ...expected, requestId: 'r1', name: 'PagebellError' })
})

it('throws at once if it would have to wait longer than it may, or was repeated often enough', async () => {
  const long = await serve([at(429, '3600', { code: 'quota_used_up' })])
  const webhook = createWebhook({ url: long.url, token: 'pbh_a' })
  const quota = { status: 429, code: 'quota_used_up', retryAfterSeconds: 3_600 }
  await expect(webhook.submit({ urls: ['https://example.com/'] })).rejects.toMatchObject(quota)
  expect(long.received).toHaveLength(1)
  const often = await serve([at(503, '0')])
  await expect(createClient({ url: often.url, apiKey: 'pbk_a', retries: 1 }).get('/api/v1/account')).rejects.toThrow()
  expect(often.received).toHaveLength(2)
})

it('takes nothing for an answer that is not JSON, and shows what it got', async () => {
  const { url } = await serve([{ status: 200, body: '<html>a login page</html>' }])
  const call = createClient({ url, apiKey: 'pbk_a' }).get('/api/v1/account')
  await expect(call).rejects.toThrow('a login page')
  await expect(call).rejects.toMatchObject({ code: 'unexpected_answer', status: 200 })
})

it('ends by a signal, also while it waits for the next try, and by its time limit', async () => {
  const waiting = await serve([at(503, '30')])
  const signal = AbortSignal.timeout(200)
  const call = createClient({ url: waiting.url, apiKey: 'pbk_a' }).get('/api/v1/account', { signal })
  await expect(call).rejects.toMatchObject({ name: 'TimeoutError' })
  const stalled = await serve(['stalled'])
  const slow = createClient({ url: stalled.url, apiKey: 'pbk_a', timeoutMs: 100, retries: 0 }).get('/api/v1/account')
  await expect(slow).rejects.toThrow('no answer within 100 ms')
})

it('never follows a redirect, since its token would go along', async () => {
  const { url, received } = await serve([{ status: 302, headers: { location: '/elsewhere' } }])
  const call = createClient({ url, apiKey: 'pbk_a', retries: 0 }).get('/api/v1/account')
  await expect(call).rejects.toBeInstanceOf(PagebellConnectionError)
  expect(received).toHaveLength(1)
})

it('reads a list page by page, as far as it is used', async () => {
  const page = (items: number[], next_cursor: string | null): Reply => ({
    status: 200,
    body: { data: items, links: {}, meta: { per_page: 2, path: '', next_cursor }, status: 200 },
  })
  const { url, received } = await serve([page([1, 2], 'c1'), page([3, 4], 'c2'), page([5], null)])
  const client = createClient({ url, apiKey: 'pbk_a' })
  const all: unknown[] = []
  for await (const item of client.each('/api/v1/deliveries', { query: { project: 'example.com', per_page: 10 } }))
    all.push(item)
  expect(all).toEqual([1, 2, 3, 4, 5])
  expect(received.map((one) => one.url?.split('?')[1])).toEqual([
    'project=example.com&per_page=10',
    'project=example.com&per_page=10&cursor=c1',
    'project=example.com&per_page=10&cursor=c2',
  ])
})

it('names a value of the path that is missing, and escapes it', async () => {
  const { url, received } = await serve([ok])
  const client = createClient({ url, apiKey: 'pbk_a' })
  await expect(client.get('/api/v1/reports/{id}', { path: { id: '' } })).rejects.toThrow('path.id')
  await client.get('/api/v1/reports/{id}', { path: { id: '../account?x' } })
  expect(received[0]?.url).toBe('/api/v1/reports/..%2Faccount%3Fx')
})

it('submits to a webhook, judges without submitting, and reads a batch', async () => {
  const { url, received } = await serve([ok])
  const webhook = createWebhook({ url: `${url}/pagebell`, token: 'pbh_a' })
  await webhook.submit({ urls: ['https://example.com/'], action: 'delete' })
  await webhook.submit({ urls: ['https://example.com/'] }, { dryRun: true, idempotencyKey: 'mine' })
  await webhook.batch('b/1')
  expect(received.map((one) => `${one.method} ${one.url}`)).toEqual([
    'POST /pagebell/api/hooks/submit',
    'POST /pagebell/api/hooks/submit?dry_run=1',
    'GET /pagebell/api/hooks/pbh_a/batches/b%2F1',
  ])
  expect(received[1]?.headers['idempotency-key']).toBe('mine')
})

it('throws subclasses of Error', () => {
  expect(new PagebellError(500, undefined)).toBeInstanceOf(Error)
})
