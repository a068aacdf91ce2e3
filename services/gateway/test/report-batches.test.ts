import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals'
import { fault } from '@pagebell/faults/fault'
import { type Gateway, publicOrigin, startGateway } from './start-gateway.ts'

let at: Gateway
beforeAll(async () => {
  at = await startGateway()
})
afterAll(() => at[Symbol.asyncDispose]())
afterEach(() => {
  Object.assign(at.reports.state, { goneProjects: 0, batchRoom: Number.POSITIVE_INFINITY, refusal: undefined })
  at.projects.state.maxProjects = Number.POSITIVE_INFINITY
})

const post = (payload: object | string, headers = {}) =>
  at.ask({ method: 'POST', url: '/api/v1/reports/batch', payload, headers })
const newSite = () => `${crypto.randomUUID()}.example`

describe('POST /reports/batch', () => {
  it('makes a report of each URL, in their order, and the projects of their hosts', async () => {
    const [one, other] = [newSite(), newSite()]
    const urls = [`HTTPS://WWW.${one}:443/a#b`, `https://${other}/`, `https://${one}/c`]
    const answer = await post({ urls, visibility: 'password', password: 'secret1' })
    expect([answer.statusCode, answer.json().status]).toEqual([201, 201])
    expect(answer.headers['location']).toBe(`${publicOrigin}/api/v1/reports`)
    expect(answer.body).not.toContain('secret1')
    const { data } = answer.json()
    expect(data).toMatchObject({ created: 3, reused: 0, refused: 0 })
    expect(data.results.map(({ url }: { url: string }) => url)).toEqual(urls)
    for (const { id, page, reused, error } of data.results) {
      expect({ page, reused, error }).toEqual({ page: `${publicOrigin}/r/${id}`, reused: false, error: null })
    }
    const batch = at.reports.batches.at(-1)
    expect(batch).toMatchObject({ privacy: 2, password: 'secret1', reuse: false })
    const projectOf = (name: string) => at.projects.projects.find(({ project }) => project === name)?.project_id
    expect(batch?.pages).toMatchObject([
      { url: `https://www.${one}/a`, project: one, project_id: projectOf(one) },
      { url: `https://${other}/`, project: other, project_id: projectOf(other) },
      { url: `https://${one}/c`, project: one, project_id: projectOf(one) },
    ])
    expect(at.projects.projects.filter(({ project }) => project === one)).toHaveLength(1)
  })

  it('names the URLs that cannot be used, and rates the others', async () => {
    const good = `https://${newSite()}/`
    const { data } = (await post({ urls: ['ftp://a.example/', good, 'nonsense'] })).json()
    expect(data).toMatchObject({ created: 1, refused: 2 })
    const error = (reason: string) => ({
      code: 'invalid',
      message: `url cannot be used: ${reason}.`,
      field: 'url',
      retry_after_seconds: null,
    })
    const refused = { id: null, page: null, reused: false }
    expect(data.results).toEqual([
      { ...refused, url: 'ftp://a.example/', error: error('neither http nor https') },
      expect.objectContaining({ url: good, error: null }),
      { ...refused, url: 'nonsense', error: error('not an absolute URL') },
    ])
  })

  it.each([
    [{}, 'urls', 'is required'],
    [{ urls: [] }, 'urls', 'must have at least 1 item'],
    [
      { urls: Array.from({ length: 1_001 }, (_, n) => `https://a.example/${n}`) },
      'urls',
      'must have at most 1000 items',
    ],
    [{ urls: ['https://a.example/', 7] }, 'urls.1', 'must be string'],
    [{ urls: ['https://a.example/'], privacy: 3 }, 'privacy', 'must be one of: 0, 1, 2'],
    [{ urls: ['https://a.example/'], privacy: 2 }, 'password', 'is required with privacy 2'],
    [
      { urls: ['https://a.example/'], visibility: 'public', privacy: 0 },
      'visibility',
      'cannot be combined with privacy',
    ],
    [{ urls: ['https://a.example/'], url: 'x' }, 'url', expect.stringMatching(/^is not known here; allowed: urls, /)],
    [{ urls: ['ftp://a.example/'] }, 'urls.0', 'neither http nor https'],
    [
      { urls: Array.from({ length: 101 }, (_, n) => `https://site-${n}.example/`) },
      'urls',
      'has URLs of 101 sites; allowed are 100',
    ],
  ])('refuses a body as a whole, naming the field: %#', async (payload, field, text) => {
    const [before, projects] = [at.reports.batches.length, at.projects.projects.length]
    const answer = await post(payload)
    expect(answer.statusCode).toBe(422)
    expect(answer.json().errors).toEqual({ [field]: [text] })
    expect([at.reports.batches.length, at.projects.projects.length]).toEqual([before, projects])
  })

  it('rates what the plan has room for, and says of the rest which limit it is', async () => {
    at.reports.state.batchRoom = 1
    const site = newSite()
    const { data } = (await post({ urls: [`https://${site}/1`, `https://${site}/2`] })).json()
    expect(data).toMatchObject({ created: 1, refused: 1 })
    expect(data.results[1].error).toEqual({
      code: 'analysis_limit_reached',
      message: 'Enough.',
      field: null,
      retry_after_seconds: 60,
    })
  })

  it('of a new site without room for its project rates those of the sites before it', async () => {
    at.projects.state.maxProjects = at.projects.projects.length + 1
    const [first, second] = [newSite(), newSite()]
    const { data } = (await post({ urls: [`https://${first}/`, `https://${second}/`, `https://${first}/2`] })).json()
    expect(data).toMatchObject({ created: 2, refused: 1 })
    expect(data.results[1]).toMatchObject({ id: null, error: { code: 'project_limit_reached', field: null } })
    const none = await post({ urls: [`https://${newSite()}/`] })
    expect([none.statusCode, none.json().code]).toEqual([409, 'project_limit_reached'])
  })

  it('is the problem of a single report if the plan has room for none', async () => {
    at.reports.state.refusal = fault('rate_limited', 'Enough.', {
      code: 'analysis_limit_reached',
      retryAfterSeconds: 30,
    })
    const answer = await post({ urls: [`https://${newSite()}/`] })
    expect([answer.statusCode, answer.json().code]).toEqual([429, 'analysis_limit_reached'])
    expect(answer.headers['retry-after']).toBe('30')
  })

  it('is 200 if every URL had a report, with reuse', async () => {
    const urls = [`https://${newSite()}/`]
    const [first] = (await post({ urls, reuse: true })).json().data.results
    const again = await post({ urls, reuse: true })
    expect([again.statusCode, again.json().status]).toEqual([200, 200])
    expect(again.json().data).toMatchObject({ created: 0, reused: 1, results: [{ id: first.id, reused: true }] })
  })

  it('creates a project again that was deleted in between, once', async () => {
    at.reports.state.goneProjects = 1
    expect((await post({ urls: [`https://${newSite()}/`] })).statusCode).toBe(201)
    at.reports.state.goneProjects = 2
    expect((await post({ urls: [`https://${newSite()}/`] })).json().code).toBe('project_gone')
  })

  it('hands the Idempotency-Key on with the hash of the whole request, and its own refusals', async () => {
    const key = { 'idempotency-key': 'order 67' }
    const urls = ['nonsense', `https://${newSite()}/`]
    await post({ urls, privacy: 1 }, key)
    await post({ visibility: 'private', urls }, key)
    await post({ urls: urls.toReversed(), privacy: 1 }, key)
    const sent = at.reports.batches.slice(-3)
    const [first, same, other] = sent.map(({ idempotency }) => idempotency)
    expect(first?.key).toBe('order 67')
    expect(same).toEqual(first)
    expect(other?.request_sha256).not.toEqual(first?.request_sha256)
    expect(sent[0]?.pages[0]).toMatchObject({ project_id: '', refusal: { code: 'invalid', field: 'url' } })
  })

  it.each(['GET', 'PUT', 'PATCH', 'DELETE'] as const)(
    'takes no %s, which would be of a report named batch',
    async (method) => {
      const answer = await at.ask({ method, url: '/api/v1/reports/batch' })
      expect([answer.statusCode, answer.headers['allow']]).toEqual([405, 'POST'])
    },
  )

  it('needs reports:write', async () => {
    const { secret } = at.accounts.addKey(at.account, { scopes: ['reports:read'] })
    const answer = await at.ask(
      { method: 'POST', url: '/api/v1/reports/batch', payload: { urls: ['https://a.example/'] } },
      secret,
    )
    expect([answer.statusCode, answer.json().code]).toEqual([403, 'missing_scope'])
  })
})
