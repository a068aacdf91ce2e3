import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { type Gateway, startGateway } from './start-gateway.ts'

let gateway: Gateway
beforeAll(async () => {
  gateway = await startGateway()
  for (const name of ['example.com', 'empty.example']) gateway.projects.add(gateway.account.account_id, name)
})
afterAll(() => gateway?.[Symbol.asyncDispose]())

const path = '/api/v1/projects/example.com/alerts'
const put = (payload: object) => gateway.ask({ method: 'PUT', url: path, payload })

describe('the alerts of a project', () => {
  it('are none until there are rules', async () => {
    const { data } = (await gateway.ask('/api/v1/projects/empty.example/alerts')).json()
    expect(data).toEqual({
      project: 'empty.example',
      rules: [],
      at: '08:00',
      zone: null,
      next_digest_at: null,
      open: [],
      open_total: 0,
    })
  })

  it('have rules, a time of the day, and what is open', async () => {
    const rules = [
      { when: 'check_fails', check: 'indexable' },
      { when: 'score_drops', by: 5 },
      { when: 'new_issue', severity: 'fail' },
      { when: 'watch_trouble' },
      { when: 'certificate', days: 14 },
      { when: 'held', count: 10 },
    ]
    const kept = await put({ rules, zone: 'Europe/Berlin' })
    expect(kept.statusCode).toBe(200)
    expect(kept.json().data).toEqual({
      project: 'example.com',
      rules,
      at: '08:00',
      zone: 'Europe/Berlin',
      next_digest_at: '2026-11-28T08:00:00.000Z',
      open: [
        {
          id: '0199c0de-5a1e-7c3a-9b51-3f6c1e0d7a42',
          when: 'check_fails',
          title: 'Pages cannot be indexed',
          detail: '3 pages of example.com fail "indexable" in the last two runs.',
          check: 'indexable',
          severity: 'fail',
          since: '2026-11-21T10:00:00.000Z',
          site_report: null,
          report: null,
          url: null,
          pages: 3,
          sent: true,
        },
      ],
      open_total: 1,
    })
    expect((await gateway.ask(path)).json()).toEqual(kept.json())
    const { secret } = gateway.accounts.addKey(gateway.accounts.addAccount())
    expect((await gateway.ask(path, secret)).statusCode).toBe(404)
  })

  it.each([
    [{}, 'rules'],
    [{ rules: [{}] }, 'rules'],
    [{ rules: [{ when: 'held', count: 0 }] }, 'rules'],
    [{ rules: [{ when: 'held', count: 1_001 }] }, 'rules'],
    [{ rules: [{ when: 'score_drops', by: 0 }] }, 'rules'],
    [{ rules: [{ when: 'certificate', days: 91 }] }, 'rules'],
    [{ rules: [], at: '8' }, 'at'],
    [{ rules: Array.from({ length: 21 }, () => ({ when: 'watch_trouble' })) }, 'rules'],
  ])('with %j is refused with what is allowed', async (body, field) => {
    const refused = await put(body)
    expect(refused.statusCode).toBe(422)
    expect(Object.keys(refused.json().errors).join()).toMatch(new RegExp(`^${field}`))
  })
})
