import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals'
import { type Gateway, startGateway } from './start-gateway.ts'

let at: Gateway
beforeAll(async () => {
  at = await startGateway()
  at.projects.add(at.account.account_id, 'shop.example')
})
afterAll(() => at[Symbol.asyncDispose]())

const all = '/api/v1/projects/shop.example/event-endpoints'
const id = '0199c0de-5a1e-7c3a-9b51-3f6c1e0d7a42'
const one = `${all}/${id}`
const url = 'https://receiver.example/'
const post = (path: string, payload: object, headers = {}) => at.ask({ method: 'POST', url: path, payload, headers })
const patch = (payload: object) => at.ask({ method: 'PATCH', url: one, payload })
afterEach(async () => void (await at.ask({ method: 'DELETE', url: one })))

describe('the event endpoints of a project', () => {
  it('are added with their secret shown once, listed, read, changed in what is named alone, and deleted', async () => {
    expect((await at.ask(all)).json().data).toEqual([])
    const made = await post(all, { name: 'Alerts', url, events: ['batch.completed'] }, { 'idempotency-key': 'once' })
    expect([made.statusCode, made.headers['location'], made.headers['cache-control']]).toEqual([
      201,
      `https://pagebell.example${one}`,
      'no-store',
    ])
    expect(made.json().data).toMatchObject({ id, name: 'Alerts', secret: 'whsec_new', events: ['batch.completed'] })
    expect(at.endpoints.asked.at(-1)).toMatchObject({ idempotency: { key: 'once' } })
    const [listed] = (await at.ask(all)).json().data
    expect(listed).toMatchObject({ id, name: 'Alerts', url, enabled: true, disabled: null, previous_secret: null })
    expect((await at.ask(one)).json().data).toEqual(listed)
    expect(JSON.stringify(listed)).not.toContain('whsec_')
    expect((await patch({ name: 'Builds' })).json().data).toMatchObject({ name: 'Builds', url, enabled: true })
    expect(at.endpoints.asked.at(-1)).toMatchObject({ endpoint_id: id, events: null, enabled: undefined })
    expect((await patch({ events: [] })).json().data).toMatchObject({ all_events: true })
    const disabled = (await patch({ enabled: false })).json().data
    expect(disabled).toMatchObject({ enabled: false, disabled: { reason: 'gone', note: 'The receiver answered 410.' } })
    const gone = await at.ask({ method: 'DELETE', url: one })
    expect(gone.json()).toEqual({ id, object: 'event_endpoint', deleted: true, status: 200 })
    expect((await at.ask(one)).statusCode).toBe(404)
  })

  it('have a format, which the version before refuses to store, and signed JSON is that of those that name none', async () => {
    const made = await post(all, { format: 'slack', url })
    expect([made.statusCode, made.json().data]).toEqual([201, expect.objectContaining({ format: 'slack', url })])
    expect(at.endpoints.asked.at(-1)).toMatchObject({ url: '', receiver: { format: 'slack', url } })
    await at.ask({ method: 'DELETE', url: one })
    expect((await post(all, { url })).json().data).toMatchObject({ format: 'pagebell', url })
    expect(at.endpoints.asked.at(-1)).toMatchObject({ url, receiver: null })
    expect((await patch({ format: 'slack' })).statusCode).toBe(422)
  })

  it('are refused with the field and what is allowed, and past the limit with the limit', async () => {
    for (const [field, payload] of [
      ['url', {}],
      ['url', { url: 'http://10.0.0.1/' }],
      ['name', { url, name: '' }],
      ['events', { url, events: ['report.exploded'] }],
      ['secret', { url, secret: 'whsec_mine' }],
      ['format', { url, format: 'pager' }],
    ] as const) {
      const answer = await post(all, payload)
      expect([payload, answer.statusCode, Object.keys(answer.json().errors).join()]).toEqual([
        payload,
        422,
        expect.stringContaining(field),
      ])
    }
    await post(all, { url })
    const full = await post(all, { url })
    expect([full.statusCode, full.json().code]).toEqual([409, 'too_many_endpoints'])
  })

  it('are not found by an id that is none, or that is not theirs', async () => {
    for (const path of [`${all}/default`, one]) expect((await at.ask(path)).statusCode).toBe(404)
    expect((await post(`${all}/nothing/test`, {})).statusCode).toBe(404)
    expect((await post(`${all}/nothing/rotate-secret`, {})).statusCode).toBe(404)
    expect((await at.ask(`${all}/nothing/events`)).statusCode).toBe(404)
  })

  it('have a secret each, a test each and a log each', async () => {
    await post(all, { url })
    const rotated = await post(`${one}/rotate-secret`, {}, { 'idempotency-key': 'once' })
    expect([rotated.statusCode, rotated.headers['cache-control']]).toEqual([201, 'no-store'])
    expect(rotated.json().data).toMatchObject({ secret: 'whsec_rotated', previous_secret: { last_four: 'abcd' } })
    const byKey = { endpoint_id: id, grace_seconds: 86_400, idempotency: { key: 'once' } }
    expect(at.endpoints.asked.at(-1)).toMatchObject(byKey)
    expect((await post(`${one}/rotate-secret`, { grace: 604_801 })).statusCode).toBe(422)

    const sent = await post(`${one}/test`, {}, { 'idempotency-key': 'once' })
    expect([sent.statusCode, sent.json().data.type]).toEqual([201, 'test'])
    expect(sent.headers['location']).toBe(`https://pagebell.example${one}/events`)
    expect(at.endpoints.asked.at(-1)).toMatchObject({ endpoint_id: id, idempotency_key: 'once' })

    const { data, links, meta } = (await at.ask(`${one}/events?status=pending&per_page=25`)).json()
    expect(data).toMatchObject([{ id: 'an-event', attempts: [{ status: 500 }, { status: null, reason: 'timeout' }] }])
    expect(meta.next_cursor).toBe('further')
    expect(links.next).toContain(`${one}/events?status=pending`)
    expect(at.endpoints.asked.at(-1)).toMatchObject({ endpoint_id: id, status: 'pending', per_page: 25 })
    expect((await at.ask(`${one}/events?status=lost`)).statusCode).toBe(422)
  })
})
