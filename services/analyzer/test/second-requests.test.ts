import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { maxRobotsBytes } from '@pagebell/html/robots-rules'
import { safeFetcher } from '@pagebell/safe-fetch/safe-fetcher'
import { pageAnalyzer } from '../src/analyses/analyze-page.ts'
import { type PageWorkers, startPageWorkers } from '../src/analyses/page-workers.ts'
import { fetchRobots } from '../src/fetching/fetch-page.ts'
import { startFetchPlan } from '../src/fetching/fetch-plan.ts'
import { politeFetch } from '../src/fetching/polite-fetch.ts'
import { startRecordingSite } from './recording-site.ts'

let workers: PageWorkers
beforeAll(() => {
  workers = startPageWorkers()
})
afterAll(async () => {
  await workers[Symbol.asyncDispose]()
})

const fetchSafely = politeFetch(safeFetcher({ userAgent: 'PagebellBot/1.0 (test)', allow: ['127.0.0.1/32'] }))

const html = { 'content-type': 'text/html; charset=utf-8' }
const links = Array.from({ length: 40 }, (_, n) => `<a href="/link-${n}">The bell of tower ${n}</a>`).join('')
const page = `<!doctype html><html lang="en"><title>Bells</title><h1>Bells</h1>${links}`
const ignoreStages = () => {}

describe('the second requests of a report', () => {
  it('are limited to 30, whatever the site responds', async () => {
    await using site = await startRecordingSite((request, response) => {
      const [path = '', query = '0'] = (request.url ?? '').split('?')
      const hops = Number(query)
      if (path === '/bells') response.writeHead(200, html).end(page)
      else if (hops < 4) response.writeHead(302, { location: `${path}?${hops + 1}` }).end()
      else if (path === '/robots.txt') {
        const maps = Array.from({ length: 50 }, (_, n) => `Sitemap: ${site.address(`/map-${n}.xml`)}\n`)
        response.writeHead(200).end(`User-agent: *\nAllow: /\n${maps.join('')}`)
      } else response.writeHead(request.method === 'HEAD' ? 405 : 404).end()
    })
    const { rated } = await pageAnalyzer(fetchSafely, workers)(site.address('/bells'), ignoreStages)
    const besides = site.requests.filter((line) => line !== 'GET /bells')
    expect(besides).toHaveLength(30)
    expect(site.peakRequests()).toBe(1)
    expect(rated.notes).toEqual([expect.stringContaining('30 requests')])
    expect(rated.results).toMatchObject({
      robots_txt_valid: { status: 'pass' },
      sitemap: { status: 'fail' },
      soft_404: { status: 'pass' },
    })
  })

  it('judge the links that were tried before the requests were used up', async () => {
    await using site = await startRecordingSite((request, response) => {
      if (request.url === '/bells') response.writeHead(200, html).end(page)
      else response.writeHead(request.method === 'HEAD' ? 405 : 404).end()
    })
    const { rated } = await pageAnalyzer(fetchSafely, workers)(site.address('/bells'), ignoreStages)
    expect(site.requests).toHaveLength(31)
    const { broken_links: broken } = rated.results
    expect(broken?.status).toBe('fail')
    expect(broken?.message).toMatch(/^(\d+) of the \1 links that were tried are broken\.$/)
    expect(broken?.value).toBeGreaterThan(8)
    expect(broken?.value).toBeLessThan(20)
  })

  it('of a fast site are one per target, without bodies that are not needed', async () => {
    await using site = await startRecordingSite((request, response) => {
      if (request.url === '/bells') response.writeHead(200, html).end(page)
      else if (request.url === '/robots.txt') response.writeHead(404).end()
      else if (request.url?.startsWith('/pagebell-')) response.writeHead(404).end()
      else response.writeHead(200).end('x'.repeat(2_000_000))
    })
    const { rated } = await pageAnalyzer(fetchSafely, workers)(site.address('/bells'), ignoreStages)
    expect(rated.notes).toEqual([])
    expect(rated.results).toMatchObject({
      sitemap: { status: 'warn' },
      favicon: { status: 'pass' },
      soft_404: { status: 'pass' },
      broken_links: { status: 'pass', value: 20 },
    })
    expect(site.requests.filter((line) => line.startsWith('HEAD'))).toHaveLength(20)
    expect(site.requests).toHaveLength(1 + 4 + 20)
  })
})

describe('a fetch plan', () => {
  it('aborts requests under way and queued requests when its time is up', async () => {
    await using site = await startRecordingSite(() => {})
    using plan = startFetchPlan(fetchSafely, { totalMs: 200 })
    const started = performance.now()
    const answers = await Promise.allSettled([1, 2, 3].map((n) => plan.fetch(site.address(`/${n}`), {})))
    expect(performance.now() - started).toBeLessThan(3_000)
    expect(answers).toEqual(
      answers.map(() => ({ status: 'rejected', reason: expect.objectContaining({ name: 'BudgetExhausted' }) })),
    )
    expect(plan.exhausted()).toBe('time')
    await expect(plan.fetch(site.address('/4'), {})).rejects.toMatchObject({ name: 'BudgetExhausted' })
    expect(site.requests).toEqual(['GET /1'])
  })

  it('counts each redirect, and gives up after five', async () => {
    await using site = await startRecordingSite((_request, response) =>
      response.writeHead(302, { location: '/again' }).end(),
    )
    using plan = startFetchPlan(fetchSafely)
    await expect(plan.fetch(site.address('/'), {})).rejects.toMatchObject({ reason: 'too_many_redirects' })
    expect(site.requests).toHaveLength(6)
    using small = startFetchPlan(fetchSafely, { requests: 3 })
    await expect(small.fetch(site.address('/'), {})).rejects.toMatchObject({ name: 'BudgetExhausted' })
    expect([site.requests.length, small.exhausted()]).toEqual([9, 'requests'])
  })

  it('follows no redirect to a private address', async () => {
    await using site = await startRecordingSite((_request, response) =>
      response.writeHead(302, { location: 'http://10.0.0.1/' }).end(),
    )
    using plan = startFetchPlan(fetchSafely)
    await expect(plan.fetch(site.address('/'), {})).rejects.toMatchObject({ reason: 'blocked_address' })
  })
})

describe('robots.txt', () => {
  it.each([
    ['of a server that redirects for ever is taken for missing', '/loop', { status: 404, body: null }],
    ['that redirects is read where it is', '/moved', { status: 200, body: 'User-agent: *' }],
    ['behind a broken connection is no answer', '/broken', { status: null, body: null }],
  ])('%s', async (_outcome, to, expected) => {
    await using site = await startRecordingSite((request, response) => {
      if (request.url === '/robots.txt' || request.url === '/loop') response.writeHead(302, { location: to }).end()
      else if (request.url === '/broken') response.destroy()
      else response.writeHead(200).end('User-agent: *')
    })
    using plan = startFetchPlan(fetchSafely)
    expect(await fetchRobots(plan, site.address('/bells'))).toEqual(expected)
  })

  it('is read up to 500 KiB, as crawlers do', async () => {
    await using site = await startRecordingSite((_request, response) =>
      response.end('User-agent: *\n'.padEnd(3_000_000, '#')),
    )
    using plan = startFetchPlan(fetchSafely)
    const { status, body } = await fetchRobots(plan, site.address('/bells'))
    expect([status, body?.length]).toEqual([200, maxRobotsBytes])
  })
})
