import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterEach, describe, expect, it } from '@jest/globals'
import { mintToken } from '@pagebell/tokens/token'
import { type Gateway, startGateway } from './start-gateway.ts'

const running = new Set<AsyncDisposable>()
afterEach(async () => {
  for (const one of running) await one[Symbol.asyncDispose]()
  running.clear()
})

type Taken = { method: string | undefined; url: string | undefined; headers: IncomingHttpHeaders; body: string }

/** A server in intake's place that answers what it got. */
async function startIntake(): Promise<{ url: string; taken: Taken[] }> {
  const taken: Taken[] = []
  const server = createServer((request, response) => void answer(request, response))
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    // Whether the token is good is asked before a large body is read.
    if (request.method === 'HEAD') return response.writeHead(204).end()
    taken.push({ method: request.method, url: request.url, headers: request.headers, body: await text(request) })
    response.writeHead(202, { 'content-type': 'application/json', ratelimit: '"day";r=9;t=60' }).end('{"status":202}')
  }
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  running.add({
    [Symbol.asyncDispose]: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, taken }
}

async function start(intakeUrl: string): Promise<Gateway> {
  const at = await startGateway({ INTAKE_URL: intakeUrl })
  running.add(at)
  return at
}

const token = mintToken('pbh_')
const path = `/api/hooks/${token}/submit?dry_run=1`

describe('/api/hooks/*', () => {
  it.each([
    ['application/json', '{"urls": [ "https://a.example/" ],'],
    ['application/x-www-form-urlencoded', 'urls=1&urls=2'],
    ['text/plain', 'x'],
  ])('passes %s on byte for byte', async (type, payload) => {
    const intake = await startIntake()
    const at = await start(intake.url)
    const headers = {
      'content-type': type,
      'x-forwarded-for': '6.6.6.6',
      'x-request-id': 'r1',
      authorization: 'Bearer pbh_x',
    }
    const answer = await at.app.inject({ method: 'POST', url: path, headers, payload, remoteAddress: '192.0.2.7' })
    expect([answer.statusCode, answer.json()]).toEqual([202, { status: 202 }])
    expect(answer.headers['ratelimit']).toBe('"day";r=9;t=60')
    expect(intake.taken).toHaveLength(1)
    expect(intake.taken[0]).toMatchObject({
      method: 'POST',
      url: path,
      body: payload,
      headers: {
        'content-type': type,
        'x-forwarded-for': '192.0.2.7',
        'x-request-id': 'r1',
        authorization: 'Bearer pbh_x',
      },
    })
    expect(intake.taken[0]?.headers['traceparent']).toMatch(/^00-[0-9a-f]{32}-/)
    expect(at.lines.join('')).not.toContain(token)
  })

  it('passes on what a sender posts to the address of a source, and logs its token nowhere', async () => {
    const intake = await startIntake()
    const at = await start(intake.url)
    const url = `/api/hooks/${token}?from=shop`
    const headers = { 'content-type': 'application/vnd.shop+json', 'x-signature': 's' }
    for (const payload of ['{ "id": 1 }', 'x'.repeat(200_000)]) {
      expect((await at.app.inject({ method: 'POST', url, headers, payload })).statusCode).toBe(202)
      expect(intake.taken.at(-1)).toMatchObject({ url, headers, body: payload })
    }
    expect(at.lines.join('')).not.toContain(token)
    // A sender's address may carry a secret in its query.
    expect(at.lines.join('')).not.toContain('from=shop')
    expect(at.lines.join('')).toContain('/api/hooks/***')
  })

  it('passes on more than the gateway itself would take', async () => {
    const intake = await startIntake()
    const at = await start(intake.url)
    const payload = 'x'.repeat(4 * 1_024 * 1_024)
    const headers = { 'content-type': 'application/json' }
    expect((await at.app.inject({ method: 'POST', url: path, headers, payload })).statusCode).toBe(202)
    expect(intake.taken[0]?.body).toHaveLength(payload.length)
  })

  it('closes the connection of a client that asks for it, as WordPress does where PHP has no curl', async () => {
    const intake = await startIntake()
    const at = await start(intake.url)
    const { port } = at.app.server.address() as AddressInfo
    const socket = connect(port, '127.0.0.1')
    socket.write(`POST ${path} HTTP/1.1\r\nHost: a.example\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{}`)
    const answer = await text(socket)
    expect(answer).toMatch(/^HTTP\/1\.1 202 /)
    expect(answer).toMatch(/\r\nconnection: close\r\n/i)
    expect(answer).not.toMatch(/keep-alive/i)
  })

  it('passes GET on', async () => {
    const intake = await startIntake()
    const at = await start(intake.url)
    expect((await at.app.inject(`/api/hooks/${token}/batches/7`)).statusCode).toBe(202)
    expect(intake.taken[0]).toMatchObject({ method: 'GET', url: `/api/hooks/${token}/batches/7`, body: '' })
  })

  it('answers 503 that says nothing happened when intake is away', async () => {
    const at = await start('http://127.0.0.1:9')
    const body = JSON.stringify({ urls: ['x'.repeat(1_000_000)] })
    const answer = await fetch(`http://127.0.0.1:${at.port}${path}`, {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json' },
    })
    expect(answer.status).toBe(503)
    expect(answer.headers.get('retry-after')).toBe('2')
    expect(answer.headers.get('content-type')).toBe('application/problem+json')
    expect(await answer.json()).toMatchObject({ code: 'unavailable', outcome: 'none' })
    expect(at.lines.join('')).not.toContain(token)
  })

  it('answers 503 with an unknown outcome when intake dies over a request', async () => {
    const server = createServer((request) => request.socket.destroy())
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    running.add({ [Symbol.asyncDispose]: () => new Promise((resolve) => server.close(() => resolve())) })
    const at = await start(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
    const answer = await at.app.inject({ method: 'POST', url: path, payload: { urls: [] } })
    expect([answer.statusCode, answer.json().outcome]).toEqual([503, 'unknown'])
  })
})
