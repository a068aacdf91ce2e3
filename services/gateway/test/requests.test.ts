import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { type Gateway, publicOrigin, startGateway } from './start-gateway.ts'

let at: Gateway
beforeAll(async () => {
  at = await startGateway()
})
afterAll(() => at[Symbol.asyncDispose]())

const path = '/api/v1/projects/logged.example/requests'
const answered = {
  request_id: '019aa000-0000-7000-8000-000000000001',
  received_at: '2026-11-25T10:00:00.000Z',
  requests: 1,
  address: '203.0.113.9',
  agent: 'a CMS',
  status: 202,
  fields: ['urls'],
  action: 'update',
  dry_run: false,
  urls: 2,
  accepted: 1,
  duplicates: 1,
  rejected: 0,
  batch_id: '019aa000-0000-7000-8000-00000000000b',
  missing: [],
}
const refused = {
  request_id: '019aa000-0000-7000-8000-000000000002',
  received_at: '2026-11-25T09:00:00.000Z',
  requests: 40,
  address: '2001:db8::1',
  status: 429,
  code: 'quota_used_up',
  message: 'The quota of this day leaves 0 URLs; 2 are needed.',
  fields: ['urls'],
  dry_run: false,
  urls: 80,
  accepted: 0,
  duplicates: 0,
  rejected: 0,
  source_id: '019aa000-0000-7000-8000-00000000000c',
  verdict: 'urls',
  event: 'products/update',
  missing: ['handle'],
}

describe('the request log', () => {
  it('is listed with clients, counts and reasons, and filtered by outcome', async () => {
    const { project_id } = at.projects.add(at.account.account_id, 'logged.example')
    at.requests.add(project_id, answered, refused)
    const { data, status } = (await at.ask(path)).json()
    expect(status).toBe(200)
    const noSource = { source: null, verdict: null, event: null }
    const { request_id: id, agent: user_agent, status: status_code, ...rest } = answered
    expect(data[0]).toEqual({
      ...rest,
      id,
      user_agent,
      status_code,
      code: null,
      message: null,
      channel: null,
      ...noSource,
    })
    const { request_id, status: code, source_id: source, ...why } = refused
    const none = { user_agent: null, channel: null, action: null, batch_id: null }
    expect(data[1]).toEqual({ ...why, ...none, id: request_id, status_code: code, source })
    const only = async (outcome: string) => (await at.ask(`${path}?outcome=${outcome}`)).json().data
    expect([await only('answered'), await only('refused')]).toEqual([[data[0]], [data[1]]])
  })

  it('goes on by cursor with its filter', async () => {
    const { project_id } = at.projects.add(at.account.account_id, 'busy.example')
    at.requests.add(project_id, ...Array.from({ length: 11 }, (_, n) => ({ ...refused, requests: n + 1 })))
    const busy = path.replace('logged', 'busy')
    const first = (await at.ask(`${busy}?outcome=refused`)).json()
    expect(first.meta).toEqual({ per_page: 10, path: publicOrigin + busy, next_cursor: expect.any(String) })
    expect(first.links.next).toContain('outcome=refused')
    const second = (await at.ask(first.links.next.slice(publicOrigin.length))).json()
    expect([second.data.map((one: { requests: number }) => one.requests), second.links.next]).toEqual([[11], null])
  })

  it.each(['outcome=failed', 'per_page=7', 'status=429'])('is refused for %s', async (query) => {
    const answer = await at.ask(`${path}?${query}`)
    expect([answer.statusCode, Object.keys(answer.json().errors)]).toEqual([422, [query.split('=')[0]]])
  })
})
