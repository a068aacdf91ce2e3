import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { isWellFormed } from '@pagebell/tokens/token'
import { type Gateway, publicOrigin, startGateway } from './start-gateway.ts'

let at: Gateway
beforeAll(async () => {
  at = await startGateway()
})
afterAll(() => at[Symbol.asyncDispose]())

const form = { 'content-type': 'application/x-www-form-urlencoded' }

describe('projects', () => {
  it('are made from a host name, once', async () => {
    const post = () =>
      at.ask({ method: 'POST', url: '/api/v1/projects', payload: 'project=WWW.Shop.Example', headers: form })
    const made = await post()
    const { data } = made.json()
    expect(made.statusCode).toBe(201)
    expect(made.headers['location']).toBe(`${publicOrigin}/api/v1/projects/shop.example`)
    expect(data).toMatchObject({ project: 'shop.example', id: expect.any(String), created_at: expect.any(String) })
    expect(data.indexnow.key_url).toBe(`https://shop.example/${data.indexnow.key}.txt`)
    expect((await at.ask('/api/v1/projects/shop.example')).json().data).toEqual(data)
    expect([(await post()).statusCode, (await post()).json().code]).toEqual([409, 'project_exists'])
  })

  it('are made from host as from project, and from one of them', async () => {
    const post = (payload: object) => at.ask({ method: 'POST', url: '/api/v1/projects', payload })
    expect((await post({ host: 'by-host.example' })).json().data.project).toBe('by-host.example')
    const both = await post({ host: 'a.example', project: 'a.example' })
    expect([both.statusCode, both.json().errors]).toEqual([422, { host: ['cannot be combined with project'] }])
    const none = await post({})
    expect(none.json().errors).toEqual({ project: ['is required, or host, which means the same'] })
  })

  it.each([{}, { project: 'https://x.example/' }, { project: 'x.example', plan: 1 }, { project: 7 }])(
    'refuse %j',
    async (payload) => {
      expect((await at.ask({ method: 'POST', url: '/api/v1/projects', payload })).statusCode).toBe(422)
    },
  )

  it('are listed with their search and sort handed on', async () => {
    const answer = await at.ask('/api/v1/projects?search=shop&sort_by=project&sort=asc&per_page=25')
    expect(answer.json().data.map(({ project }: { project: string }) => project)).toEqual(['shop.example'])
    const query = { search: 'shop', sort_by: 'project', sort: 'asc', per_page: 25, page: 1 }
    expect(at.projects.listed.at(-1)).toEqual({ account_id: at.account.account_id, ...query })
  })

  it('when deleted lose their tokens before the project itself', async () => {
    const { project_id } = at.projects.add(at.account.account_id, 'old.example')
    const answer = await at.ask({ method: 'DELETE', url: '/api/v1/projects/www.OLD.example' })
    expect(answer.json()).toEqual({ id: project_id, object: 'project', deleted: true, status: 200 })
    expect(at.intake.closed).toEqual([project_id])
    expect((await at.ask('/api/v1/projects/old.example')).statusCode).toBe(404)
  })
})

describe("a project's hook", () => {
  const url = '/api/v1/projects/hooked.example/hook'

  it('is made, shown, rotated with grace, disabled and revoked', async () => {
    const { project_id } = at.projects.add(at.account.account_id, 'hooked.example')
    expect((await at.ask(url)).statusCode).toBe(404)

    const made = await at.ask({ method: 'POST', url })
    const { token, ...first } = made.json().data
    expect([made.statusCode, made.headers['cache-control']]).toEqual([201, 'no-store'])
    expect(made.headers['location']).toBe(`${publicOrigin}${url}`)
    expect(isWellFormed(token, 'pbh_')).toBe(true)
    expect(first).toMatchObject({
      enabled: true,
      waiting: { urls: 4, oldest_at: '2026-11-21T10:00:00.000Z' },
      previous: null,
      url: `https://hooks.example/api/hooks/${token}/submit`,
    })
    const limits = { urls_per_day: 100, urls_per_month: 1_000, version: 7 }
    expect(at.intake.rotated.at(-1)).toMatchObject({ project_id, project: 'hooked.example', grace_seconds: 0, limits })

    const headers = { ...form, 'idempotency-key': 'k' }
    const rotated = await at.ask({ method: 'POST', url, payload: 'grace=604800', headers })
    expect(rotated.json().data.previous).toMatchObject({ last_four: token.slice(-4), last_used_at: null })
    expect(at.intake.rotated.at(-1)).toMatchObject({ grace_seconds: 604_800, idempotency: { key: 'k' } })

    const shown = await at.ask(url)
    expect(shown.json().data).toEqual({ ...rotated.json().data, token: undefined, url: undefined })
    const off = await at.ask({ method: 'PATCH', url, payload: 'enabled=false', headers: form })
    expect(off.json().data.enabled).toBe(false)
    expect((await at.ask({ method: 'DELETE', url })).json()).toMatchObject({ object: 'hook', deleted: true })
    expect((await at.ask(url)).statusCode).toBe(404)
  })

  it.each([
    ['POST', { grace: -1 }],
    ['POST', { grace: 604_801 }],
    ['POST', { grace: 1.5 }],
    ['POST', { grace: '1' }],
    ['PATCH', {}],
    ['PATCH', { enabled: 'maybe' }],
  ] as const)('refuses %s %j', async (method, payload) => {
    expect((await at.ask({ method, url, payload })).statusCode).toBe(422)
  })
})

describe("a project's ignored checks", () => {
  const url = '/api/v1/projects/quiet.example/ignored-checks'

  it('are put, listed and counted again', async () => {
    at.projects.add(at.account.account_id, 'quiet.example')
    const expires_at = '2099-01-31T12:00:00.000Z'
    const payload = { reason: 'It is a brand.', expires_at }
    const put = await at.ask({ method: 'PUT', url: `${url}/title`, payload })
    expect([put.statusCode, put.json().status]).toEqual([200, 200])
    const title = { check: 'title', url: null, ...payload, created_at: expect.any(String) }
    expect(put.json().data).toEqual(title)

    const page = 'https://quiet.example/basket'
    const form = `reason=Meant+so&url=${encodeURIComponent(page)}`
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    await at.ask({ method: 'PUT', url: `${url}/indexable`, payload: form, headers })
    const indexable = { check: 'indexable', url: page, reason: 'Meant so', expires_at: null }
    expect((await at.ask(url)).json().data).toEqual([title, { ...indexable, created_at: expect.any(String) }])

    const gone = await at.ask({ method: 'DELETE', url: `${url}/indexable?url=${encodeURIComponent(page)}` })
    expect(gone.json()).toEqual({ id: 'indexable', object: 'ignored_check', deleted: true, status: 200 })
    expect((await at.ask({ method: 'DELETE', url: `${url}/indexable` })).statusCode).toBe(404)
    expect((await at.ask(url)).json().data).toEqual([title])
  })

  it.each([
    ['PUT', '/title', {}, 'reason'],
    ['PUT', '/title', { reason: '' }, 'reason'],
    ['PUT', '/title', { reason: 'x'.repeat(501) }, 'reason'],
    ['PUT', '/title', { reason: 'x', expires_at: 'tomorrow' }, 'expires_at'],
    ['PUT', '/title', { reason: 'x', weight: 0 }, 'weight'],
    ['DELETE', '/title?page=x', undefined, 'page'],
  ] as const)('refuse %s %s %j', async (method, path, payload, field) => {
    const answer = await at.ask({ method, url: url + path, ...(payload === undefined ? {} : { payload }) })
    expect([answer.statusCode, Object.keys(answer.json().errors)]).toEqual([422, [field]])
  })
})

describe("a project's deliveries", () => {
  it('are filtered, and go on by cursor', async () => {
    const { account_id } = at.account
    at.projects.add(account_id, 'log.example')
    for (let n = 0; n < 12; n++) at.deliveries.add(account_id, 'log.example', `https://log.example/${n}`)
    const path = '/api/v1/projects/log.example/deliveries'
    const first = (await at.ask(`${path}?channel=indexnow&from=2026-01-01T00:00:00Z`)).json()
    expect(first.data[0]).toMatchObject({
      status: 'delivered',
      engine: 'indexnow',
      engine_status: 200,
      reason: null,
      next_at: null,
    })
    expect(first.meta).toEqual({ per_page: 10, path: publicOrigin + path, next_cursor: expect.any(String) })
    expect(at.deliveries.listed.at(-1)).toMatchObject({ channel: 'indexnow', from: '2026-01-01T00:00:00Z' })

    const second = (await at.ask(first.links.next.slice(publicOrigin.length))).json()
    expect(second.data).toHaveLength(2)
    expect(second.links).toEqual({ first: first.links.first, next: null })
    expect(new URL(first.links.next).searchParams.get('channel')).toBe('indexnow')

    const one = (await at.ask(`${path}?url=HTTPS://LOG.example/7%23top`)).json()
    expect(one.data.map((row: { url: string }) => row.url)).toEqual(['https://log.example/7'])
    await at.ask(`${path}?batch=${one.data[0].batch_id}&status=held`)
    expect(at.deliveries.listed.at(-1)).toMatchObject({ batch_id: one.data[0].batch_id, status: 'held' })
    await at.ask(`${path}?search=%2Fblog%2F`)
    expect(at.deliveries.listed.at(-1)).toMatchObject({ search: '/blog/' })
  })

  it.each([
    [
      'status=lost',
      'status',
      'must be one of: pending, checking, delivered, skipped, retrying, held, rejected, dropped, set_aside',
    ],
    ['channel=yandex', 'channel', 'must be one of: indexnow, google, bing'],
    ['batch=7', 'batch', 'must be a valid uuid'],
    ['from=yesterday', 'from', 'must be a valid date-time'],
    ['url=nowhere', 'url', 'not an absolute URL'],
    ['page=2', 'page', expect.stringContaining('is not known here')],
    ['per_page=11', 'per_page', 'must be one of: 10, 25, 50, 100'],
  ])('refuse %s', async (query, field, text) => {
    const answer = await at.ask(`/api/v1/projects/log.example/deliveries?${query}`)
    expect(answer.statusCode).toBe(422)
    expect(answer.json().errors[field]).toEqual([text])
  })
})

describe('the attempts of a delivery', () => {
  const url = '/api/v1/projects/history.example/deliveries'
  const unknown = '00000000-0000-4000-8000-000000000000'

  it('are listed oldest first, with the message of the engine', async () => {
    const { account_id } = at.account
    at.projects.add(account_id, 'history.example')
    const { id, submitted_at } = at.deliveries.add(account_id, 'history.example', 'https://history.example/')
    const { data, status } = (await at.ask(`${url}/${id}/attempts`)).json()
    expect(status).toBe(200)
    const asked = { asked_at: submitted_at, engine: 'indexnow' }
    const unanswered = { reason: 'timeout', engine_status: null, engine_message: null }
    expect(data).toEqual([
      { ...asked, took_ms: 40, urls: 2, outcome: 'retry', ...unanswered },
      { ...asked, took_ms: 7, urls: 1, outcome: 'delivered', reason: null, engine_status: 200, engine_message: 'OK' },
    ])
  })

  it('are not found in another project, of another account, or where there is none', async () => {
    const { account_id } = at.account
    at.projects.add(account_id, 'beside.example')
    const otherAccount = at.accounts.addAccount().account_id
    const beside = at.deliveries.add(account_id, 'beside.example', 'https://beside.example/')
    const theirs = at.deliveries.add(otherAccount, 'history.example', 'https://history.example/')
    const { request_id: _, ...expected } = (await at.ask(`${url}/${unknown}/attempts`)).json()
    expect(expected.status).toBe(404)
    for (const id of [beside.id, theirs.id, 'nothing']) {
      const { request_id: _one, ...answer } = (await at.ask(`${url}/${id}/attempts`)).json()
      expect(answer).toEqual(expected)
    }
  })
})

describe('GET /account', () => {
  it('joins the plan with what is used of it', async () => {
    expect((await at.ask('/api/v1/account')).json()).toEqual({
      data: {
        account_id: at.account.account_id,
        email: at.account.email,
        plan: 'pro',
        quota: {
          day: { limit: 100, used: 40, given_back: 2, remaining: 60, resets_at: '2026-11-22T00:00:00.000Z' },
          month: { limit: 1_000, used: 1_200, given_back: 2, remaining: 0, resets_at: '2026-12-01T00:00:00.000Z' },
        },
        waiting: { urls: 7, oldest_at: null },
        api_rate: { limit: null, window_seconds: 60 },
        limits: {
          api_keys: 20,
          projects: 50,
          reports: 5_000,
          analyses_per_minute: null,
          analyses_per_day: null,
          site_pages: null,
        },
      },
      status: 200,
    })
  })
})
