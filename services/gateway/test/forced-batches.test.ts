import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { type Gateway, publicOrigin, startGateway } from './start-gateway.ts'

let at: Gateway
beforeAll(async () => {
  at = await startGateway()
})
afterAll(() => at[Symbol.asyncDispose]())

const path = '/api/v1/projects/forced.example/forced-batches'
const urls = ['https://forced.example/a', 'https://forced.example/b']
const reason = 'The engine lost them.'

describe('forcing URLs past the window', () => {
  it('hands on who asks and why, and answers the batch and where its deliveries are', async () => {
    const { project_id } = at.projects.add(at.account.account_id, 'forced.example')
    const headers = { 'idempotency-key': 'k' }
    const answer = await at.ask({ method: 'POST', url: path, payload: { urls, reason, channel: 'bing' }, headers })
    const { data } = answer.json()
    expect(answer.statusCode).toBe(201)
    expect(data).toEqual({
      batch_id: expect.any(String),
      accepted: 2,
      duplicates: 0,
      rejected: 0,
      results: urls.map((url) => ({ url, verdict: 'accepted', reason: null })),
    })
    const deliveries = `${publicOrigin}/api/v1/projects/forced.example/deliveries?batch=${data.batch_id}`
    expect(answer.headers['location']).toBe(deliveries)
    const { account_id } = at.account
    const asked = { account_id, project_id, urls, reason, channel: 'bing', action: 'update' }
    expect(at.resubmissions.forced.at(-1)).toMatchObject({
      ...asked,
      key_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      idempotency: { key: 'k' },
    })
  })

  it('is written down, and listed newest first by cursor', async () => {
    const account_id = at.account.account_id
    at.projects.add(account_id, 'listed.example')
    const url = path.replace('forced.example', 'listed.example')
    for (let n = 0; n < 11; n++)
      await at.ask({ method: 'POST', url, payload: { urls, reason: `reason ${n}`, action: 'delete' } })
    const first = (await at.ask(url)).json()
    const asked = { reason: 'reason 10', channel: 'indexnow', action: 'delete', urls: 2 }
    expect(first.data[0]).toEqual({
      ...asked,
      batch_id: expect.any(String),
      key_id: expect.any(String),
      forced_at: expect.any(String),
    })
    expect(first.meta).toEqual({ per_page: 10, path: publicOrigin + url, next_cursor: expect.any(String) })
    const second = (await at.ask(first.links.next.slice(publicOrigin.length))).json()
    expect(second.data.map((one: { reason: string }) => one.reason)).toEqual(['reason 0'])
    expect(second.links.next).toBeNull()
  })

  it.each([
    ['urls', { reason }],
    ['urls', { urls: [], reason }],
    ['urls', { urls: Array.from({ length: 1_001 }, () => 'https://forced.example/'), reason }],
    ['reason', { urls }],
    ['reason', { urls, reason: '' }],
    ['reason', { urls, reason: 'x'.repeat(501) }],
    ['channel', { urls, reason, channel: 'yandex' }],
    ['action', { urls, reason, action: 'touch' }],
    ['key_id', { urls, reason, key_id: 'another' }],
  ])('is refused for its %s', async (field, payload) => {
    const answer = await at.ask({ method: 'POST', url: path, payload })
    expect([answer.statusCode, Object.keys(answer.json().errors)]).toEqual([422, [field]])
  })
})
