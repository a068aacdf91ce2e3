import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { type Gateway, publicOrigin, startGateway } from './start-gateway.ts'

let at: Gateway
beforeAll(async () => {
  at = await startGateway()
})
afterAll(() => at[Symbol.asyncDispose]())

const form = { 'content-type': 'application/x-www-form-urlencoded' }

describe('POST /reports', () => {
  const post = (payload: object | string, headers = {}) =>
    at.ask({ method: 'POST', url: '/api/v1/reports', payload, headers })

  it.each([
    ['JSON', { url: 'https://WWW.Example.com:443/a#b', privacy: 2, password: 'secret1' }, {}],
    ['a form', 'url=https%3A%2F%2Fwww.example.com%2Fa&privacy=2&password=secret1', form],
  ])('makes a report and its project from %s', async (_, payload, headers) => {
    const answer = await post(payload, headers)
    expect(answer.statusCode).toBe(201)
    const { data, status } = answer.json()
    expect(status).toBe(201)
    expect(answer.headers['location']).toBe(`${publicOrigin}/api/v1/reports/${data.id}`)
    expect(data).toMatchObject({
      url: 'https://www.example.com/a',
      status: 'queued',
      result: null,
      privacy: 2,
      error: null,
    })
    expect(data).toMatchObject({ page: `${publicOrigin}/r/${data.id}`, results: {}, categories: {} })
    expect(answer.body).not.toContain('secret1')
    expect(at.reports.created.at(-1)).toMatchObject({ project: 'example.com', password: 'secret1', privacy: 2 })
    expect(at.projects.projects.filter(({ project }) => project === 'example.com')).toHaveLength(1)
  })

  it.each([
    [{}, 'url', 'is required'],
    [{ url: 'ftp://example.com' }, 'url', 'neither http nor https'],
    [{ url: 'https://u:p@example.com/' }, 'url', 'contains a user name or password'],
    [{ url: `https://example.com/${'a'.repeat(2_048)}` }, 'url', 'must have at most 2048 characters'],
    [{ url: 'https://example.com', privacy: 3 }, 'privacy', 'must be one of: 0, 1, 2'],
    [{ url: 'https://example.com', privacy: 2 }, 'password', 'is required with privacy 2'],
    [{ url: 'https://example.com', password: 'secret1' }, 'password', 'is refused unless privacy is 2'],
    [{ url: 'https://example.com', privacy: 2, password: 'short' }, 'password', 'must have at least 6 characters'],
    [
      { url: 'https://example.com', colour: 1 },
      'colour',
      'is not known here; allowed: url, privacy, visibility, password, reuse',
    ],
    [{ url: 'https://example.com', visibility: 'secret' }, 'visibility', 'must be one of: public, private, password'],
    [
      { url: 'https://example.com', visibility: 'private', privacy: 1 },
      'visibility',
      'cannot be combined with privacy',
    ],
  ])('refuses %j, naming the field', async (payload, field, text) => {
    const answer = await post(payload)
    expect(answer.statusCode).toBe(422)
    expect(answer.json().errors).toEqual({ [field]: [text] })
  })

  it.each([
    ['public', 0, {}],
    ['private', 1, {}],
    ['password', 2, { password: 'secret1' }],
  ])('takes visibility %s for privacy %d, and answers both', async (visibility, privacy, more) => {
    const key = { 'idempotency-key': `visibility ${visibility}` }
    const { data } = (await post({ url: 'https://example.com/v', visibility, ...more }, key)).json()
    expect(data).toMatchObject({ privacy, visibility })
    await post({ url: 'https://example.com/v', privacy, ...more }, key)
    const [word, number] = at.reports.created.slice(-2)
    expect(word).toMatchObject({ privacy })
    expect(word).toEqual(number)
  })

  it.each([
    ['JSON', { url: 'https://reused.example/json', reuse: true }, {}],
    ['a form', 'url=https://reused.example/form&reuse=1', form],
  ])('with reuse answers 200 with the report of the URL and its results, from %s', async (_, payload, headers) => {
    const first = await post(payload, headers)
    expect(first.statusCode).toBe(201)
    const { id, url } = first.json().data
    at.reports.rate(at.reports.find(at.account.account_id, id))
    const again = await post(payload, headers)
    expect([again.statusCode, again.json().status, again.json().data.id]).toEqual([200, 200, id])
    expect(again.headers['location']).toBe(`${publicOrigin}/api/v1/reports/${id}`)
    expect(again.json().data.results).toHaveProperty('title')
    expect(at.reports.created.at(-1)).toMatchObject({ reuse: true, url })
    expect((await post({ url })).json().data.id).not.toBe(id)
    expect(at.reports.created.at(-1)).toMatchObject({ reuse: false })
  })

  it('creates the project again if it was deleted in between, once', async () => {
    at.reports.state.goneProjects = 1
    expect((await post({ url: 'https://gone.example/' })).statusCode).toBe(201)
    at.reports.state.goneProjects = 2
    const twice = await post({ url: 'https://gone.example/' })
    expect([twice.statusCode, twice.json().code]).toEqual([409, 'project_gone'])
    at.reports.state.goneProjects = 0
  })

  it('hands the Idempotency-Key on, with one hash for what says the same', async () => {
    const key = { 'idempotency-key': 'order 66' }
    await post({ privacy: 1, url: 'https://example.com/x' }, key)
    await post('url=https://example.com/x&privacy=1', { ...key, ...form })
    await post({ privacy: 0, url: 'https://example.com/x' }, key)
    const [first, same, other] = at.reports.created.slice(-3).map(({ idempotency }) => idempotency)
    expect(first?.key).toBe('order 66')
    expect(first?.request_sha256).toHaveLength(32)
    expect(same).toEqual(first)
    expect(other?.request_sha256).not.toEqual(first?.request_sha256)
  })

  it.each(['', 'x'.repeat(256), 'tab\there'])('refuses the Idempotency-Key %j', async (key) => {
    const answer = await post({ url: 'https://example.com' }, { 'idempotency-key': key })
    expect(answer.statusCode).toBe(422)
    expect(Object.keys(answer.json().errors)).toEqual(['Idempotency-Key'])
  })

  it.each([
    ['wait=5', 5],
    ['respond-async, wait=600', 30],
  ])('holds the answer for Prefer: %s', async (prefer, seconds) => {
    const answer = await post({ url: 'https://example.com' }, { prefer })
    expect(answer.statusCode).toBe(201)
    expect(answer.headers['preference-applied']).toBe(`wait=${seconds}`)
    expect(at.reports.waited.at(-1)).toBe(seconds)
    expect(answer.json().data).toMatchObject({ status: 'done', result: 'decent', score: 71 })
  })

  it('answers the report as it is when it cannot wait', async () => {
    at.reports.state.canWait = false
    const answer = await post({ url: 'https://example.com' }, { prefer: 'wait=5' })
    at.reports.state.canWait = true
    expect([answer.statusCode, answer.json().data.status]).toEqual([201, 'queued'])
    expect(answer.headers).not.toHaveProperty('preference-applied')
  })
})

describe('POST /reports/{id}/runs', () => {
  it('runs the analysis again and answers the newest run', async () => {
    const { id } = at.reports.add(at.account.account_id, 'https://example.com/')
    const answer = await at.ask({ method: 'POST', url: `/api/v1/reports/${id}/runs`, headers: { prefer: 'wait=3' } })
    expect([answer.statusCode, answer.headers['preference-applied']]).toEqual([201, 'wait=3'])
    expect(answer.headers['location']).toBe(`${publicOrigin}/api/v1/reports/${id}/runs`)
    expect(at.reports.changed.at(-1)).toEqual({ analyze_again: true })
    expect(answer.json().data).toMatchObject({ status: 'done', result: 'good', score: 90 })
  })
})

describe('GET /reports/{id}', () => {
  it('shows every check with its evidence', async () => {
    const report = at.reports.rate(at.reports.add(at.account.account_id, 'https://example.com/'))
    const { data } = (await at.ask(`/api/v1/reports/${report.id}`)).json()
    expect(data.results).toEqual({ title: { status: 'pass', points: 5, evidence: ['<title>'] } })
    expect(data.categories).toEqual({ seo: { score: 71, pass: 1, warn: 0, fail: 0 } })
  })

  it('answers 304 while nothing has changed, and not after', async () => {
    const report = at.reports.add(at.account.account_id, 'https://example.com/')
    const url = `/api/v1/reports/${report.id}`
    const etag = String((await at.ask(url)).headers['etag'])
    const unchanged = await at.ask({ url, headers: { 'if-none-match': `"other", ${etag}` } })
    expect([unchanged.statusCode, unchanged.body, unchanged.headers['etag']]).toEqual([304, '', etag])
    at.reports.rate(report)
    expect((await at.ask({ url, headers: { 'if-none-match': etag } })).statusCode).toBe(200)
  })
})

describe('PUT and PATCH /reports/{id}', () => {
  it.each(['PUT', 'PATCH'] as const)('%s changes what is named and runs again if asked', async (method) => {
    const { id } = at.reports.add(at.account.account_id, 'https://example.com/')
    const url = `/api/v1/reports/${id}`
    const changed = await at.ask({ method, url, payload: { privacy: 1 } })
    expect([changed.statusCode, changed.json().data.privacy]).toEqual([200, 1])
    expect(at.reports.changed.at(-1)).toMatchObject({ privacy: 1, analyze_again: false })
    await at.ask({ method, url, payload: 'results=1', headers: form })
    expect(at.reports.changed.at(-1)).toEqual({ analyze_again: true })
  })

  it.each([{ results: 2 }, { privacy: 9 }, { url: 'https://x.example' }, { password: 'x' }])(
    'refuses %j',
    async (payload) => {
      const { id } = at.reports.add(at.account.account_id, 'https://example.com/')
      expect((await at.ask({ method: 'PATCH', url: `/api/v1/reports/${id}`, payload })).statusCode).toBe(422)
    },
  )
})

describe('a report that search engines may list', () => {
  it('is one whose owner allows it', async () => {
    const { id } = at.reports.add(at.account.account_id, 'https://example.com/')
    const url = `/api/v1/reports/${id}`
    expect((await at.ask(url)).json().data.listed).toBe(false)
    const changed = await at.ask({ method: 'PATCH', url, payload: { listed: true } })
    expect(changed.json().data.listed).toBe(true)
    expect(at.reports.changed.at(-1)).toMatchObject({ listed: true })
    expect((await at.ask(url)).json().data.listed).toBe(true)
  })
})

describe('DELETE /reports/{id} and GET /reports/{id}/runs', () => {
  it('deletes', async () => {
    const { id } = at.reports.add(at.account.account_id, 'https://example.com/')
    const url = `/api/v1/reports/${id}`
    expect((await at.ask({ method: 'DELETE', url })).json()).toEqual({
      id,
      object: 'report',
      deleted: true,
      status: 200,
    })
    expect((await at.ask({ method: 'DELETE', url })).statusCode).toBe(404)
  })

  it('tells the history', async () => {
    const { id } = at.reports.add(at.account.account_id, 'https://example.com/')
    const { data } = (await at.ask(`/api/v1/reports/${id}/runs`)).json()
    expect(data[0]).toMatchObject({
      status: 'done',
      score: 90,
      error: null,
      changes: { title: { from: 'fail', to: 'pass' } },
    })
    expect(data[1]).toMatchObject({
      status: 'failed',
      score: null,
      error: { code: 'dns', message: 'No such host.' },
      changes: {},
    })
  })
})

describe('GET /reports/{id}/runs/{run}/compare', () => {
  const runs = ['01999999-9999-7999-8999-999999999998', '01999999-9999-7999-8999-999999999999'] as const

  it('tells what differs, with the run that is named or the one before', async () => {
    const { id } = at.reports.add(at.account.account_id, 'https://example.com/')
    const url = `/api/v1/reports/${id}/runs/${runs[1]}/compare`
    const { data } = (await at.ask(`${url}?with=${runs[0]}`)).json()
    expect(at.reports.compared.at(-1)).toEqual({ run_id: runs[1], with_run_id: runs[0] })
    expect(data).toMatchObject({ run: { id: runs[1], score: 90 }, with: { id: runs[0] } })
    const result = { points: 0, weight: 9, message: 'No title.' }
    const from = { ...result, status: 'warn', value: 'Hi', evidence: [{ title: 'Hi', length: 2 }] }
    expect(data.checks).toEqual({
      worse: [{ check: 'title', from, to: { ...result, status: 'fail', value: null } }],
      better: [],
      new: [],
      gone: [],
      changed: [],
      values: [{ check: 'ttfb', from, to: { ...from, value: 7 } }],
    })
    expect((await at.ask(url)).statusCode).toBe(200)
    expect(at.reports.compared.at(-1)).toEqual({ run_id: runs[1] })
  })

  it.each(['with=yesterday', 'to=x'])('refuses %s', async (query) => {
    const { id } = at.reports.add(at.account.account_id, 'https://example.com/')
    expect((await at.ask(`/api/v1/reports/${id}/runs/${runs[1]}/compare?${query}`)).statusCode).toBe(422)
  })
})
