import { describe, expect, it } from '@jest/globals'
import { defaultLimits } from '@pagebell/crawl/crawl-limits'
import { FetchFailure } from '@pagebell/safe-fetch/fetch-failure'
import type { SafeResponse } from '@pagebell/safe-fetch/safe-fetcher'
import { noProbes } from '../fetching/exchange.ts'
import { type KeptVisit, keptReadings, mayBeKept, type PageVisit, readingRules } from './kept-readings.ts'
import type { PageSource } from './page-source.ts'
import type { SitePageReading } from './read-site-page.ts'
import type { SiteReader } from './site-reader.ts'

const url = 'https://example.com/a'
const now = new Date('2026-11-27T10:00:00Z')
const rules = readingRules(url, defaultLimits)
const usual: PageSource = {
  validator: { etag: '"1"' },
  rules,
  basis: 'basis',
  headers: [['server', 'nginx']],
  htmlBytes: 100,
  readAt: '2026-11-20T10:00:00.000Z',
  kept: 2,
}
const reading = { links: [url] } as Partial<SitePageReading> as SitePageReading
const visitOf = (change: Partial<PageSource> = {}): KeptVisit => {
  return { kind: 'page', status: 200, reading, source: { ...usual, ...change } }
}
const response: SafeResponse = {
  url,
  status: 304,
  redirects: [],
  headers: [
    ['etag', '"1"'],
    ['server', 'apache'],
  ],
  body: Buffer.alloc(0),
  tls: null,
  remoteAddress: '192.0.2.1',
  timings: { dns: 0, connect: 0, ttfb: 0, total: 0 },
}

function readings(last: PageVisit | null, basis: () => Promise<string> = async () => 'basis') {
  const reader = { basis } as Partial<SiteReader> as SiteReader
  return keptReadings({ find: async () => last, reader, rules, now })
}
const unchanged = (last: KeptVisit, headers = response.headers) => ({
  url,
  last,
  response: { ...response, headers },
  robots: { status: 404, body: null },
  probes: noProbes,
})

describe('a reading of the run before', () => {
  it.each<[what: string, change: Partial<PageSource>, expected: boolean]>([
    ['of the same rules', {}, true],
    ['of almost 15 days ago', { readAt: '2026-11-12T10:00:00.001Z' }, true],
    ['of 15 days ago', { readAt: '2026-11-12T10:00:00.000Z' }, false],
    ['of the future', { readAt: '2026-11-27T10:00:00.001Z' }, false],
    ['that five runs have kept', { kept: 5 }, true],
    ['that six runs have kept', { kept: 6 }, false],
    ['by other checks', { rules: rules.replace(/ .*? /, ' 2020-01-01 ') }, false],
    ['in another format', { rules: rules.replace(/^\d+/, '0') }, false],
    ['of a crawl of another host', { rules: readingRules('https://www.example.com/', defaultLimits) }, false],
    ['with other limits', { rules: readingRules(url, { ...defaultLimits, links: 1 }) }, false],
  ])('%s is kept, or not: %j', async (_, change, expected) => {
    expect((await readings(visitOf(change)).find(url)) !== null).toBe(expected)
  })

  it('that has to be read again, or is none, is not kept', async () => {
    expect(await readings(null).find(url)).toBeNull()
    expect(await readings({ kind: 'page', status: 200, reading }).find(url)).toBeNull()
    expect(mayBeKept({})).toBe(false)
  })
})

describe('an answer 304', () => {
  it('keeps the reading, with the headers that it has sent', async () => {
    const kept = await readings(null).keep(unchanged(visitOf()))
    expect(kept).toEqual(visitOf({ kept: 3, headers: [['server', 'apache']] }))
  })

  it.each<[what: string, basis: () => Promise<string>, headers: SafeResponse['headers']]>([
    ['for another version', async () => 'basis', [['etag', '"2"']]],
    ['with another basis', async () => 'another', response.headers],
    [
      'whose basis cannot be read',
      () => Promise.reject(new FetchFailure('timeout', 'It took too long.')),
      response.headers,
    ],
  ])('%s does not', async (_, basis, headers) => {
    expect(await readings(null, basis).keep(unchanged(visitOf(), headers))).toBeNull()
  })

  it('that could not be used ten times in a row ends the search for readings', async () => {
    const kept = readings(visitOf())
    const refuse = () => kept.keep(unchanged(visitOf(), []))
    for (let time = 0; time < 9; time += 1) await refuse()
    expect(await kept.keep(unchanged(visitOf()))).not.toBeNull()
    for (let time = 0; time < 9; time += 1) await refuse()
    expect(await kept.find(url)).not.toBeNull()
    await refuse()
    expect(await kept.find(url)).toBeNull()
  })
})
