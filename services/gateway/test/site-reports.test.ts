import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { type Gateway, publicOrigin, startGateway } from './start-gateway.ts'

let gateway: Gateway
beforeAll(async () => {
  gateway = await startGateway()
  gateway.projects.add(gateway.account.account_id, 'example.com')
})
afterAll(() => gateway?.[Symbol.asyncDispose]())

const path = '/api/v1/site-reports'
const post = (payload: object, headers = {}) => gateway.ask({ method: 'POST', url: path, payload, headers })
async function newReport(): Promise<string> {
  return (await post({ project: 'example.com' })).json().data.id
}

describe('a site report', () => {
  it('is queued with the defaults of what is left out', async () => {
    const made = await post({ project: 'EXAMPLE.com' }, { 'idempotency-key': 'once' })
    const { data } = made.json()
    expect(made.statusCode).toBe(201)
    expect(made.headers.location).toBe(`${publicOrigin}${path}/${data.id}`)
    expect(data).toMatchObject({
      project: 'example.com',
      url: 'https://example.com/',
      start: ['sitemap', 'links'],
      max_pages: 200,
      include: [],
      exclude: [],
      privacy: 1,
      visibility: 'private',
      listed: false,
      page: `${publicOrigin}/s/${data.id}`,
      status: 'queued',
      progress: { done: 0, failed: 0, left: 0 },
      score: null,
      error: null,
    })
    expect(gateway.siteReports.created.at(-1)?.idempotency?.key).toBe('once')
    expect((await gateway.ask(`${path}/${data.id}`)).json().data).toMatchObject({
      ...data,
      issues: [],
      ignored: [],
      counts: null,
    })
  })

  it.each([
    [{}, 'project'],
    [{ project: 'no host' }, 'project'],
    [{ project: 'example.com', start: [] }, 'start'],
    [{ project: 'example.com', start: ['feed'] }, 'start'],
    [{ project: 'example.com', max_pages: 10_001 }, 'max_pages'],
    [{ project: 'example.com', privacy: 3 }, 'privacy'],
    [{ project: 'example.com', visibility: 'secret' }, 'visibility'],
    [{ project: 'example.com', visibility: 'private', privacy: 1 }, 'visibility'],
    [{ project: 'example.com', privacy: 2 }, 'password'],
    [{ project: 'example.com', privacy: 2, password: '12345' }, 'password'],
    [{ project: 'example.com', password: '123456' }, 'password'],
    [{ project: 'example.com', exclude: Array.from({ length: 21 }, () => '/a') }, 'exclude'],
  ])('with %j is refused with what is allowed', async (body, field) => {
    const refused = await post(body)
    expect(refused.statusCode).toBe(422)
    expect(Object.keys(refused.json().errors).join()).toMatch(new RegExp(`^${field}`))
  })

  it.each([
    ['public', 0, {}],
    ['private', 1, {}],
    ['password', 2, { password: 'secret1' }],
  ])('is made %s by word and by number alike, and answers both', async (visibility, privacy, more) => {
    const headers = { 'idempotency-key': `site ${visibility}` }
    const made = await post({ project: 'example.com', visibility, ...more }, headers)
    expect(made.json().data).toMatchObject({ visibility, privacy })
    expect(made.body).not.toContain('secret1')
    const byWord = gateway.siteReports.created.at(-1)
    await post({ project: 'example.com', privacy, ...more }, headers)
    const byNumber = gateway.siteReports.created.at(-1)
    expect(byWord).toMatchObject({ privacy, ...more })
    expect(byNumber?.idempotency).toEqual(byWord?.idempotency)
  })

  it('is published and listed later, by JSON and by a form, in what is named alone', async () => {
    const url = `${path}/${await newReport()}`
    const change = { method: 'PATCH', url } as const
    const published = await gateway.ask({ ...change, payload: { visibility: 'password', password: 'secret1' } })
    expect([published.statusCode, published.json().data.privacy]).toEqual([200, 2])
    expect(gateway.siteReports.changed.at(-1)).toMatchObject({ privacy: 2, password: 'secret1' })
    expect(gateway.siteReports.changed.at(-1)?.listed).toBeUndefined()
    const form = { 'content-type': 'application/x-www-form-urlencoded' }
    const listed = await gateway.ask({ ...change, payload: 'listed=true&privacy=0', headers: form })
    expect(listed.json().data).toMatchObject({ privacy: 0, visibility: 'public', listed: true })
    for (const payload of [{ privacy: 3 }, { password: 'short' }, { listed: 'no' }, { max_pages: 5 }])
      expect((await gateway.ask({ ...change, payload })).statusCode).toBe(422)
  })

  it('of many pages wants the key file of the site, and says what is wrong with it', async () => {
    const refused = await post({ project: 'example.com', max_pages: 1_000 })
    expect(refused.statusCode).toBe(409)
    expect(refused.json()).toMatchObject({ code: 'ownership_not_proven', limit: 200 })
    expect(refused.json().detail).toContain('There is a wall.')
  })

  it('of many pages is queued for a site that serves its key file', async () => {
    gateway.projects.add(gateway.account.account_id, 'shop.example')
    gateway.channelStatus.served.add('shop.example')
    const made = await post({ project: 'shop.example', max_pages: 1_000 })
    expect(made.statusCode).toBe(201)
    expect(gateway.siteReports.created.at(-1)).toMatchObject({ is_owner: true })
  })

  it('is cancelled, deleted, and unknown to another account', async () => {
    const id = await newReport()
    const cancelled = await gateway.ask({ method: 'POST', url: `${path}/${id}/cancel`, payload: {} })
    expect(cancelled.json().data).toMatchObject({ id, status: 'cancelled' })
    const { secret } = gateway.accounts.addKey(gateway.accounts.addAccount())
    expect((await gateway.ask(`${path}/${id}`, secret)).statusCode).toBe(404)
    const published = { method: 'PATCH', url: `${path}/${id}`, payload: { privacy: 0 } } as const
    expect((await gateway.ask(published, secret)).statusCode).toBe(404)
    const deleted = await gateway.ask({ method: 'DELETE', url: `${path}/${id}` })
    expect(deleted.json()).toEqual({ id, object: 'site_report', deleted: true, status: 200 })
    expect((await gateway.ask(`${path}/${id}`)).statusCode).toBe(404)
  })
})

it('shows what is ignored apart, and says where the causes are that it leaves out', async () => {
  const id = await newReport()
  const made = gateway.siteReports.reports.find((one) => one.id === id)
  if (made === undefined) throw new Error('The report was not made.')
  const shared = { check: 'orphan', severity: 'warn', title: 'Pages have a single inbound link', category: 'seo' }
  const ignored = { ...shared, kind: 'site', url: null, reason: 'A landing page.', expires_at: null, pages: 1 }
  const first_pages = ['https://example.com/a']
  const summary = { ended_by: 'finished', ignored: [{ ...ignored, first_pages }], ignored_total: 3 }
  const group = { severity: 'warn', cause: { title: 'Tea' }, pages: 2, first_pages }
  const texts = { message: 'Two.', fix: 'Fix it.', weight: 5, pages: 2, change: null }
  const issue = { ...shared, ...texts, check: 'duplicate_title', kind: 'site', groups_total: 12 }
  made.summary_json = Buffer.from(JSON.stringify(summary))
  made.issues = [{ ...issue, groups_json: Buffer.from(JSON.stringify([group])) }]
  const { data } = (await gateway.ask(`${path}/${id}`)).json()
  expect(data).toMatchObject({ ignored: [{ ...ignored, first_pages }], ignored_total: 3 })
  const pages_url = `${publicOrigin}${path}/${id}/issues/duplicate_title/pages`
  expect(data.issues).toMatchObject([{ groups: [group], groups_total: 12, groups_left_out: 11, pages_url }])
})

describe('its pages', () => {
  it('are listed, by an issue if there is one', async () => {
    const id = await newReport()
    const { data } = (await gateway.ask(`${path}/${id}/pages?issue=title&sort=inlinks`)).json()
    expect(gateway.siteReports.listed.at(-1)).toMatchObject({ id, issue: 'title', sort: 'inlinks', per_page: 10 })
    expect(data[0]).toEqual({
      url: 'https://example.com/0',
      status: 200,
      failure: null,
      redirects_to: null,
      score: 71,
      inlinks: 1,
      clicks: null,
      in_sitemap: true,
      issues: [{ check: 'title', severity: 'fail', causes: [{ title: 'Tea' }] }],
      ignored: [{ check: 'h1', severity: 'warn' }],
    })
    const other = await newReport()
    await gateway.ask(`${path}/${id}/issues/title/pages?not_in=${other}`)
    expect(gateway.siteReports.listed.at(-1)).toMatchObject({ id, issue: 'title', not_in: other, sort: 'score' })
    expect((await gateway.ask(`${path}/${id}/pages?issue=title&not_in=none`)).statusCode).toBe(422)
  })

  it('are downloaded as CSV, all of them', async () => {
    gateway.siteReports.state.pages = 1_002
    const url = `${path}/${await newReport()}/pages.csv`
    const csv = await gateway.ask({ url, headers: { accept: 'text/csv' } })
    expect(csv.statusCode).toBe(200)
    expect(csv.headers['content-type']).toBe('text/csv; charset=utf-8')
    const lines = csv.body.trimEnd().split('\r\n')
    expect(lines[0]).toBe('url,status,failure,redirects_to,score,inlinks,clicks,in_sitemap,fails,warns,ignored')
    expect(new Set(lines).size).toBe(1_003)
    expect(lines[1]).toBe('https://example.com/0,200,,,71,1,,true,title,,h1')
    expect((await gateway.ask({ url, headers: { accept: 'text/html' } })).statusCode).toBe(406)
  })
})

it('two site reports are compared issue by issue', async () => {
  const [id, other] = [await newReport(), await newReport()]
  const { data } = (await gateway.ask(`${path}/${id}/compare?with=${other}`)).json()
  expect([data.report.id, data.with.id]).toEqual([id, other])
  const change = { new: 1, same: 2, gone: 3, not_requested: 1 }
  expect(data.issues).toEqual([{ check: 'title', severity: 'fail', title: 'No title', change }])
})
