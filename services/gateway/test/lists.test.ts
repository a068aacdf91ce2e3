import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { encodeCursor } from '@pagebell/lists/cursor'
import { type Gateway, publicOrigin, startGateway } from './start-gateway.ts'

type Page = { data: { url: string }[]; links: { next: string | null } }

let at: Gateway
beforeAll(async () => {
  at = await startGateway()
  for (let n = 0; n < 10_051; n++) at.reports.add(at.account.account_id, `https://example.com/${n}`)
})
afterAll(() => at[Symbol.asyncDispose]())

const path = '/api/v1/reports'
const list = async (query: string) => (await at.ask(`${path}?${query}`)).json()

describe('GET /reports', () => {
  it('returns the envelope, with links that keep the filters', async () => {
    const { data, links, meta, status } = await list('per_page=25&page=3&search=a%26b&sort=asc')
    expect(status).toBe(200)
    expect(data).toHaveLength(25)
    expect(data[0]).toEqual({
      id: expect.any(String),
      url: 'https://example.com/50',
      project: 'example.com',
      status: 'queued',
      result: null,
      score: null,
      privacy: 0,
      visibility: 'public',
      listed: false,
      generated_at: expect.any(String),
      analyzed_at: null,
      ruleset: null,
      error: null,
      page: `${publicOrigin}/r/${data[0].id}`,
    })
    const link = (page: number) => `${publicOrigin}${path}?per_page=25&search=a%26b&sort=asc&page=${page}`
    expect(links).toEqual({ first: link(1), last: link(400), prev: link(2), next: link(4) })
    expect(meta).toEqual({
      current_page: 3,
      from: 51,
      to: 75,
      per_page: 25,
      last_page: 400,
      total: 10_000,
      total_is_capped: true,
      path: `${publicOrigin}${path}`,
      next_cursor: expect.any(String),
    })
  })

  it('hands every filter on, with the documented defaults', async () => {
    await list('')
    const account = { account_id: at.account.account_id }
    expect(at.reports.listed.at(-1)).toEqual({ ...account, sort_by: 'id', sort: 'desc', per_page: 10, page: 1 })
    await list('search=%25_%5C&search_by=url&project=a.example&result=bad&sort_by=result&sort=asc&per_page=100&page=2')
    const filters = { search: '%_\\', project: 'a.example', result: 'bad', sort_by: 'result', sort: 'asc' }
    expect(at.reports.listed.at(-1)).toEqual({ ...account, ...filters, per_page: 100, page: 2 })
    await list('status=failed&min_score=0&max_score=48')
    expect(at.reports.listed.at(-1)).toMatchObject({ status: 'failed', min_score: 0, max_score: 48 })
  })

  it('goes from page to page, and past row 10,000 by cursor, without losing a row', async () => {
    const seen = new Set<string>()
    let next: string | null = `${publicOrigin}${path}?per_page=100`
    while (next !== null) {
      const answer: Page = (await at.ask(next.slice(publicOrigin.length))).json()
      for (const { url } of answer.data) seen.add(url)
      next = answer.links.next
    }
    expect(seen.size).toBe(10_051)
  })

  it('with a cursor has no page numbers', async () => {
    const { meta } = await list('per_page=10&page=1000')
    expect(meta).toMatchObject({ current_page: 1_000, from: 9_991, to: 10_000 })
    const beyond = await list(`cursor=${meta.next_cursor}`)
    expect(beyond.meta).toMatchObject({ current_page: null, from: null, to: null })
    expect(beyond.links.prev).toBeNull()
    expect(beyond.data[0].url).toBe('https://example.com/10000')
  })

  it('goes on after the longest URL in a list sorted by URL', async () => {
    const url = 'https://example.com/'.padEnd(2_048, 'x')
    const cursor = encodeCursor([url, '0198f2a4-1f3c-7c1e-9d52-6f1f0f3f7a10'], 'reports')
    expect((await list(`sort_by=url&cursor=${cursor}`)).status).toBe(200)
    expect(at.reports.listed.at(-1)).toMatchObject({ cursor })
  })

  it.each([
    ['page=1001', 'page', expect.stringContaining('cursor')],
    ['page=101&per_page=100', 'page', expect.stringContaining('cursor')],
    ['page=1&cursor=x', 'cursor', 'cannot be combined with page'],
    ['page=0', 'page', 'must be >= 1'],
    ['page=1.5', 'page', 'must be integer'],
    ['per_page=20', 'per_page', 'must be one of: 10, 25, 50, 100'],
    ['sort=up', 'sort', 'must be one of: desc, asc'],
    ['sort_by=colour', 'sort_by', 'must be one of: id, generated_at, url, result, score'],
    ['search_by=title', 'search_by', 'must be one of: url'],
    ['result=ugly', 'result', 'must be one of: good, decent, bad'],
    ['colour=red', 'colour', expect.stringContaining('is not known here; allowed: search, search_by')],
  ])('refuses %s, naming what is allowed', async (query, field, text) => {
    const answer = await at.ask(`${path}?${query}`)
    expect(answer.statusCode).toBe(422)
    expect(answer.json().errors).toEqual({ [field]: [text] })
  })

  it('of an empty account is one empty page', async () => {
    const { secret } = at.accounts.addKey(at.accounts.addAccount())
    const { data, links, meta } = (await at.ask(path, secret)).json()
    expect(data).toEqual([])
    expect(links).toMatchObject({ prev: null, next: null })
    expect(meta).toMatchObject({
      current_page: 1,
      from: null,
      to: null,
      last_page: 1,
      total: 0,
      total_is_capped: false,
    })
  })
})
