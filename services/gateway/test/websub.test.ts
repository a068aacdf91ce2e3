import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import type { InjectOptions } from 'fastify'
import { wantedToken } from './fakes/subscriptions.fake.ts'
import { type Gateway, startGateway } from './start-gateway.ts'

let gateway: Gateway
let topic: string
beforeAll(async () => {
  gateway = await startGateway()
  topic = gateway.subscriptions.topic
})
afterAll(() => gateway?.[Symbol.asyncDispose]())

const callback = `/api/websub/${wantedToken}`
const unknown = `/api/websub/${'A'.repeat(22)}`
/** From another network each time, unless it is named: what is limited is counted by it. */
let networks = 0
function newNetwork(): string {
  networks += 1
  return `198.18.${networks >> 8}.${networks & 255}`
}
const call = (options: InjectOptions, remoteAddress = newNetwork()) => gateway.app.inject({ ...options, remoteAddress })
const intent = (changes: Record<string, string> = {}) => {
  const query = { 'hub.mode': 'subscribe', 'hub.topic': topic, 'hub.challenge': '<b>word', ...changes }
  return Object.fromEntries(Object.entries(query).filter(([, value]) => value !== ''))
}
const last = () => gateway.subscriptions.asked.at(-1)

describe('a hub that asks for the intent', () => {
  it('gets its challenge back, as plain text', async () => {
    const query = intent({ 'hub.lease_seconds': '864000', 'hub.verify_token': 'its own' })
    const answer = await call({ url: callback, query })
    expect([answer.statusCode, answer.body]).toEqual([200, '<b>word'])
    expect(answer.headers).toMatchObject({
      'content-type': 'text/plain; charset=utf-8',
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    })
    expect(last()).toMatchObject({ token: wantedToken, mode: 'subscribe', topic, lease_seconds: 864_000 })
  })

  it('and denies the subscription gets an empty answer', async () => {
    const query = intent({ 'hub.mode': 'denied', 'hub.challenge': '', 'hub.reason': 'not here' })
    const answer = await call({ url: callback, query })
    expect([answer.statusCode, answer.body]).toEqual([200, ''])
    expect(last()).toMatchObject({ mode: 'denied', topic })
  })

  it.each([
    ['for another topic', callback, { 'hub.topic': 'https://example.org/' }],
    ['at a callback that there is not', unknown, {}],
  ])('%s gets 404, and not its challenge', async (_what, url, changes) => {
    const answer = await call({ url, query: intent(changes) })
    expect(answer.statusCode).toBe(404)
    expect(answer.body).not.toContain('word')
  })

  it.each([
    ['hub.mode', intent({ 'hub.mode': 'publish' })],
    ['hub.mode', intent({ 'hub.mode': '' })],
    ['hub.topic', intent({ 'hub.topic': '' })],
    ['hub.challenge', intent({ 'hub.challenge': '' })],
    ['hub.challenge', intent({ 'hub.challenge': 'x'.repeat(2_049) })],
    ['hub.lease_seconds', intent({ 'hub.lease_seconds': '-1' })],
  ])('with a wrong %s gets its name', async (field, query) => {
    const answer = await call({ url: callback, query })
    expect(answer.statusCode).toBe(422)
    expect(Object.keys(answer.json().errors)).toEqual([field])
  })

  it('with two topics is refused', async () => {
    const twice = `${callback}?hub.mode=subscribe&hub.topic=a&hub.topic=b&hub.challenge=c`
    expect((await call({ url: twice })).json()).toMatchObject({ errors: { 'hub.topic': ['must be given once'] } })
  })
})

describe('a hub that delivers', () => {
  it.each(['right', 'wrong'])('gets 202, whether the signature is %s', async (signature) => {
    const headers = { 'x-hub-signature': signature, 'content-type': 'application/atom+xml' }
    const answer = await call({ method: 'POST', url: callback, headers, payload: '<feed/>' })
    expect([answer.statusCode, answer.body]).toEqual([202, ''])
    expect(last()).toEqual({ signature, bytes: 7 })
  })

  it('JSON, a form or nothing is passed on as it came', async () => {
    for (const [type, payload] of [
      ['application/json', '{"broken'],
      ['application/x-www-form-urlencoded', 'a=1&a=2'],
    ] as const) {
      const headers = { 'content-type': type }
      expect((await call({ method: 'POST', url: callback, headers, payload })).statusCode).toBe(202)
      expect(last()).toMatchObject({ bytes: payload.length })
    }
    expect((await call({ method: 'POST', url: callback })).statusCode).toBe(202)
  })

  it('what is no longer wanted gets 410', async () => {
    expect((await call({ method: 'POST', url: unknown, payload: '<feed/>' })).statusCode).toBe(410)
  })

  it('more than a megabyte gets 413', async () => {
    const headers = { 'content-type': 'application/atom+xml' }
    const before = gateway.subscriptions.asked.length
    const allowed = await call({ method: 'POST', url: callback, headers, payload: 'x'.repeat(1_048_576) })
    const refused = await call({ method: 'POST', url: callback, headers, payload: 'x'.repeat(1_048_577) })
    expect([allowed.statusCode, refused.statusCode]).toEqual([202, 413])
    expect(gateway.subscriptions.asked).toHaveLength(before + 1)
  })
})

describe('callbacks are limited', () => {
  it('by network, where there is no such callback, and before a body is read', async () => {
    const network = newNetwork()
    const post = (url: string, from = network) => call({ method: 'POST', url, payload: '<feed/>' }, from)
    for (let n = 0; n < 30; n += 1)
      expect((await post(`/api/websub/${String(n).padStart(22, 'B')}`)).statusCode).toBe(410)
    const refused = await post(unknown)
    expect([refused.statusCode, Number(refused.headers['retry-after'])]).toEqual([429, expect.any(Number)])
    expect((await post(unknown, newNetwork())).statusCode).toBe(410)
    // Announced, and never sent.
    const socket = connect(gateway.port, '127.0.0.1')
    for (let n = 0; n < 30; n += 1) await fetchStatus(`/api/websub/${String(n).padStart(22, 'C')}`)
    socket.write(`POST ${unknown} HTTP/1.1\r\nhost: g\r\ncontent-length: 900000\r\nconnection: close\r\n\r\n`)
    expect(await text(socket)).toMatch(/^HTTP\/1\.1 429 /)
  })

  it('by subscription, from however many networks', async () => {
    const statuses: number[] = []
    for (let n = 0; n < 130; n += 1) {
      const payload = '<feed/>'
      statuses.push((await call({ method: 'POST', url: `${callback}`, payload })).statusCode)
    }
    expect(statuses.at(-1)).toBe(429)
    expect(statuses.filter((status) => status === 202).length).toBeGreaterThan(90)
    expect((await call({ url: unknown, query: intent() })).statusCode).toBe(404)
  })
})

const fetchStatus = async (path: string): Promise<number> =>
  (await fetch(`http://127.0.0.1:${gateway.port}${path}`, { method: 'POST', body: 'x' })).status

it('no log line has the address of a callback', () => {
  const lines = gateway.lines.join('\n')
  expect(lines).toContain('/api/websub/***')
  expect(lines).not.toContain(wantedToken)
})
