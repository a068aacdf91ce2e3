import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { type Gateway, startGateway } from './start-gateway.ts'

let at: Gateway
beforeAll(async () => {
  at = await startGateway()
  at.projects.add(at.account.account_id, 'shop.example')
})
afterAll(() => at[Symbol.asyncDispose]())

const url = '/api/v1/projects/shop.example/endpoint'
const put = (payload: object) => at.ask({ method: 'PUT', url, payload })

describe('the endpoint of a project, by the routes of before', () => {
  it('is made with its secret shown once, read, changed, disabled and deleted', async () => {
    expect((await at.ask(url)).statusCode).toBe(404)
    const made = await put({ url: 'https://receiver.example/', events: ['batch.completed'] })
    expect([made.statusCode, made.headers['location'], made.headers['cache-control']]).toEqual([
      201,
      'https://pagebell.example/api/v1/projects/shop.example/endpoint',
      'no-store',
    ])
    expect(made.json().data).toMatchObject({ secret: 'whsec_new', secret_last_four: 'abcd', disabled: null })
    const changed = await put({ url: 'https://receiver.example/other' })
    expect([changed.statusCode, changed.json().data.secret]).toEqual([200, undefined])
    const read = (await at.ask(url)).json()
    expect(read.data).toMatchObject({ url: 'https://receiver.example/other', enabled: true, previous_secret: null })
    expect(JSON.stringify(read)).not.toContain('whsec_')
    const disabled = await at.ask({ method: 'PATCH', url, payload: { enabled: false } })
    expect(disabled.json().data).toMatchObject({
      enabled: false,
      disabled: { reason: 'gone', at: '2026-11-21T10:00:00.000Z', note: 'The receiver answered 410.' },
    })
    const gone = await at.ask({ method: 'DELETE', url })
    expect(gone.json()).toEqual({
      id: '0199c0de-5a1e-7c3a-9b51-3f6c1e0d7a42',
      object: 'endpoint',
      deleted: true,
      status: 200,
    })
  })

  it('is refused with the field and what is allowed', async () => {
    for (const [field, payload] of [
      ['url', {}],
      ['url', { url: 'http://10.0.0.1/' }],
      ['events', { url: 'https://receiver.example/', events: ['report.exploded'] }],
      ['events', { url: 'https://receiver.example/', events: Array.from({ length: 50 }, () => 'batch.completed') }],
      ['secret', { url: 'https://receiver.example/', secret: 'whsec_mine' }],
    ] as const) {
      const answer = await put(payload)
      expect([payload, answer.statusCode, Object.keys(answer.json().errors).join()]).toEqual([
        payload,
        422,
        expect.stringContaining(field),
      ])
    }
  })

  it('gets a new secret, by a key once, and the one before it signs for a day if nothing else is said', async () => {
    await put({ url: 'https://receiver.example/' })
    const headers = { 'idempotency-key': 'once' }
    const rotated = await at.ask({ method: 'POST', url: `${url}/secret`, payload: {}, headers })
    expect([rotated.statusCode, rotated.headers['cache-control']]).toEqual([201, 'no-store'])
    expect(rotated.json().data).toMatchObject({
      secret: 'whsec_rotated',
      previous_secret: { last_four: 'abcd', signs_until: '2026-11-21T10:00:00.000Z' },
    })
    expect(at.endpoints.asked.at(-1)).toMatchObject({
      grace_seconds: 86_400,
      idempotency: { key: 'once', request_sha256: expect.any(Buffer) },
    })
    const grace = await at.ask({ method: 'POST', url: `${url}/secret`, payload: { grace: 604_801 } })
    expect(grace.statusCode).toBe(422)
  })

  it('is sent a test', async () => {
    await put({ url: 'https://receiver.example/' })
    const headers = { 'idempotency-key': 'once' }
    const sent = await at.ask({ method: 'POST', url: `${url}/test`, payload: {}, headers })
    expect([sent.statusCode, sent.json().data.type]).toEqual([201, 'test'])
    expect(at.endpoints.asked.at(-1)).toMatchObject({ idempotency_key: 'once' })
  })

  it('has its events listed with every attempt, by type and status, further by cursor', async () => {
    const answer = await at.ask(`${url}/events?type=batch.completed&status=pending&per_page=25`)
    const { data, links, meta } = answer.json()
    expect(data).toEqual([
      {
        id: 'an-event',
        type: 'batch.completed',
        status: 'pending',
        created_at: '2026-11-21T10:00:00.000Z',
        next_at: '2026-11-21T10:00:00.000Z',
        body: { type: 'batch.completed', data: { delivered: 3 } },
        attempts: [
          { at: '2026-11-21T10:00:00.000Z', took_ms: 12, status: 500, reason: 'http_500', answer: 'oh dear' },
          { at: '2026-11-21T10:00:00.000Z', took_ms: 15_000, status: null, reason: 'timeout', answer: '' },
        ],
      },
    ])
    expect(meta.next_cursor).toBe('further')
    expect(links.next).toContain('type=batch.completed')
    expect(at.endpoints.asked.at(-1)).toMatchObject({ type: 'batch.completed', status: 'pending', per_page: 25 })
    expect((await at.ask(`${url}/events?status=lost`)).statusCode).toBe(422)
  })
})
