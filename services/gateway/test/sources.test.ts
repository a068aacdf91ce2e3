import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { type Gateway, publicOrigin, startGateway } from './start-gateway.ts'

let at: Gateway
let path: string
beforeAll(async () => {
  at = await startGateway()
  at.projects.add(at.account.account_id, 'shop.example')
  path = `/api/v1/projects/shop.example/sources/${at.sources.sourceId}`
})
afterAll(() => at[Symbol.asyncDispose]())

const all = '/api/v1/projects/shop.example/sources'
const shown = {
  kind: 'shopify',
  name: 'Shop',
  enabled: true,
  last_four: 'abcd',
  previous: null,
  has_secret: true,
  previous_secret_until: null,
  rules: [{ url: '/{handle}' }],
  default_rules: false,
  allow_ips: [],
  created_at: '2026-11-25T10:00:00.000Z',
  last_used_at: null,
  last_request: null,
}

describe('a source', () => {
  it('is made with its address shown once, and its fields handed on', async () => {
    const rules = [{ url: '/{handle}' }]
    const payload = { kind: 'shopify', name: 'Shop', secret: 's', rules, allow_ips: ['192.0.2.0/24'] }
    const headers = { 'idempotency-key': 'k' }
    const answer = await at.ask({ method: 'POST', url: all, payload, headers })
    const { data } = answer.json()
    expect(answer.statusCode).toBe(201)
    expect(data).toEqual({
      ...shown,
      id: at.sources.sourceId,
      token: expect.stringMatching(/^pbh_/),
      url: `https://hooks.example/api/hooks/${data.token}`,
    })
    expect(answer.headers).toMatchObject({ location: publicOrigin + path, 'cache-control': 'no-store' })
    expect(at.sources.asked.at(-1)).toMatchObject({
      ...payload,
      account_id: at.account.account_id,
      project: 'shop.example',
      rules: JSON.stringify(rules),
      idempotency: { key: 'k' },
    })
  })

  it('is read, listed and deleted without its token', async () => {
    expect((await at.ask(path)).json().data).toEqual({ ...shown, id: at.sources.sourceId })
    expect((await at.ask(all)).json().data).toEqual([{ ...shown, id: at.sources.sourceId }])
    const answer = { id: at.sources.sourceId, object: 'source', deleted: true, status: 200 }
    expect((await at.ask({ method: 'DELETE', url: path })).json()).toEqual(answer)
  })

  it('is changed in what is named alone; an empty list are the rules of its kind', async () => {
    const change = async (payload: object) => (await at.ask({ method: 'PATCH', url: path, payload })).json()
    expect((await change({ enabled: false })).data.enabled).toBe(false)
    const asked = () => at.sources.asked.at(-1)
    expect(asked()).toMatchObject({ enabled: false, secret_grace_seconds: 86_400, allow_ips: null })
    expect(asked()).not.toHaveProperty('rules')
    await change({ rules: [], allow_ips: [], secret: '', secret_grace: 0 })
    expect(asked()).toMatchObject({ rules: '', allow_ips: { cidrs: [] }, secret: '', secret_grace_seconds: 0 })
  })

  it('gets another address, shown once, beside which the one before stays good', async () => {
    const answer = await at.ask({ method: 'POST', url: `${path}/rotate`, payload: { grace: 60 } })
    expect(answer.statusCode).toBe(201)
    expect(answer.json().data).toMatchObject({
      token: expect.stringMatching(/^pbh_/),
      previous: { last_four: 'wxyz', accepted_until: '2026-11-26T10:00:00.000Z' },
    })
    expect(at.sources.asked.at(-1)).toMatchObject({ grace_seconds: 60 })
  })

  it('tries a delivery that is given with its headers and its exact text', async () => {
    const body = '{ "id": 1 }'
    const payload = { headers: 'X-Shopify-Topic: products/update\r\nX-Empty:\n', body }
    const answer = await at.ask({ method: 'POST', url: `${path}/try`, payload })
    expect(answer.json().data).toEqual({
      verdict: 'urls',
      event: 'products/update',
      urls: [{ url: 'https://shop.example/lamp', action: 'update' }],
      missing: [],
      reason: null,
      rules: [0],
      authentic: false,
    })
    const headers = [
      { name: 'X-Shopify-Topic', value: 'products/update' },
      { name: 'X-Empty', value: '' },
    ]
    expect(at.sources.asked.at(-1)).toMatchObject({ headers, body })
    const refused = await at.ask({ method: 'POST', url: `${path}/try`, payload: { headers: 'no header', body } })
    expect([refused.statusCode, Object.keys(refused.json().errors)]).toEqual([422, ['headers']])
  })

  it('is of a kind that is listed with its words, its rules and a sample to try', async () => {
    const [kind] = (await at.ask('/api/v1/source-kinds')).json().data
    expect(kind).toEqual({
      kind: 'shopify',
      title: 'Shopify',
      sends: 'Products.',
      set_up: ['Open Settings.'],
      secret: 'signs',
      signed: 'The body.',
      results: [{ event: 'products/update', result: 'the URL' }],
      rules: [{ url: '/{handle}' }],
      sample: { headers: 'X-Shopify-Topic: products/update', body: '{"handle":"lamp"}' },
    })
    const { headers, body } = kind.sample
    const tried = await at.ask({ method: 'POST', url: `${path}/try`, payload: { headers, body } })
    expect(tried.statusCode).toBe(200)
  })

  it('has a log of its calls, the newest of which is shown with it', async () => {
    const { project_id } = at.projects.add(at.account.account_id, 'logged.example')
    const logged = path.replace('shop', 'logged')
    const call = (n: number, source_id: string) => ({
      request_id: `019aa000-0000-7000-8000-00000000000${n}`,
      received_at: '2026-11-25T10:00:00.000Z',
      requests: 1,
      address: '203.0.113.9',
      status: 200,
      fields: [],
      dry_run: false,
      urls: 0,
      accepted: 0,
      duplicates: 0,
      rejected: 0,
      source_id,
      verdict: 'unmapped',
      event: 'products/update',
      missing: ['handle'],
    })
    const last = call(1, at.sources.sourceId)
    at.requests.add(project_id, last, call(2, '019aa000-0000-7000-8000-0000000000cc'))
    at.sources.setLastRequest(last)
    const { data, meta } = (await at.ask(`${logged}/requests`)).json()
    const about = { id: last.request_id, received_at: last.received_at, status_code: 200 }
    expect(data).toMatchObject([{ ...about, verdict: 'unmapped', missing: ['handle'], source: at.sources.sourceId }])
    expect(meta).toMatchObject({ path: `${publicOrigin}${logged}/requests`, next_cursor: null })
    const shownLast = (await at.ask(logged)).json().data.last_request
    expect(shownLast).toEqual({ ...about, verdict: 'unmapped', event: 'products/update' })
    at.sources.setLastRequest(null)
  })

  it.each([
    ['kind', { kind: 'fax', name: 'Fax' }],
    ['name', { kind: 'urls', name: '' }],
    ['allow_ips', { kind: 'urls', name: 'Site', allow_ips: Array.from({ length: 51 }, () => '192.0.2.1') }],
    ['rules', { kind: 'urls', name: 'Site', rules: {} }],
    ['token', { kind: 'urls', name: 'Site', token: 'pbh_x' }],
  ])('is refused for a wrong %s, which is named', async (field, payload) => {
    const answer = await at.ask({ method: 'POST', url: all, payload })
    expect([answer.statusCode, Object.keys(answer.json().errors)]).toEqual([422, [field]])
  })

  it.each(['019aa000-0000-7000-8000-0000000000ab', 'x'])('with the id %s is not found', async (id) => {
    for (const more of ['', '/requests']) expect((await at.ask(`${all}/${id}${more}`)).statusCode).toBe(404)
  })
})
