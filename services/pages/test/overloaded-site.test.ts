import { describe, expect, it } from '@jest/globals'
import { createHostPace } from '@pagebell/crawl/host-pace'
import { safeFetcher } from '@pagebell/safe-fetch/safe-fetcher'
import { until } from '@pagebell/testing/until'
import { inspectPage } from '../src/fetching/inspect-page.ts'
import { startPageReader } from '../src/fetching/page-reader.ts'
import { noRules } from '../src/fetching/read-page.ts'
import { createSiteReader } from '../src/fetching/site-facts.ts'
import { startListingReader } from '../src/watches/listing-reader.ts'
import { requestFile } from '../src/watches/request-file.ts'
import { submission } from './start-pages.ts'
import { site, usePages, world } from './use-pages.ts'

usePages({ sites: 'each' })

const overloaded = (seconds: number) => ({ status: 429, headers: { 'retry-after': String(seconds) } })

describe('a site that answers 429', () => {
  it('to a request for its sitemap has the next ones as far apart as it wants', async () => {
    site.pages.set('/sitemap.xml', overloaded(1))
    await using reader = startListingReader()
    const fetch = safeFetcher({ userAgent: 'test', allow: ['127.0.0.0/8'] })
    const pace = createHostPace({ connections: 1, intervalMs: 5 })
    const { signal } = new AbortController()
    const file = { accountId: 'one', project: '127.0.0.1', url: `${site.origin}/sitemap.xml`, known: undefined }
    expect(await requestFile(file, { fetch, reader, pace, signal })).toMatchObject({ code: 'http_status' })
    expect(pace.intervalMs).toBe(1_000)
  })

  it.each(['/robots.txt', '/', '/one'])('to %s has its requests as far apart as it wants', async (path) => {
    site.pages.set(path, overloaded(1))
    await using reader = startPageReader()
    const fetch = safeFetcher({ userAgent: 'test', allow: ['127.0.0.0/8'] })
    const tools = { fetch, reader, sites: createSiteReader(fetch, reader) }
    const pace = createHostPace({ connections: 2, intervalMs: 5 })
    const url = `${site.origin}/one`
    await inspectPage({ account: 'one', url, known: undefined, rules: { ...noRules }, pace }, tools)
    expect(pace.intervalMs).toBe(1_000)
  })

  it('is asked for the page again when it wants that, within limits', async () => {
    await using _copy = await world.startCopy({ timing: { waitFactor: 1 } })
    site.pages.set('/one', overloaded(3_600))
    const batch = submission(site.origin, ['/one'])
    await world.submit(batch)
    const text = `select extract(epoch from due_at - clock_timestamp())::integer as seconds
      from page_check where account_id = $1 and retries = 1`
    const postponed = () => world.db.query<{ seconds: number }>({ text, values: [batch.account_id] })
    await until('it is postponed', async () => (await postponed()).rowCount === 1)
    const [{ seconds } = { seconds: 0 }] = (await postponed()).rows
    expect(seconds).toBeGreaterThan(500)
    expect(seconds).toBeLessThanOrEqual(600)
  })
})
