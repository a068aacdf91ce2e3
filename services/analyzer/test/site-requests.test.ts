import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { suppressionsAt } from '@pagebell/scoring/suppressions'
import { collectIgnored } from '../src/sites/ignored-issues.ts'
import { judgePages } from '../src/sites/judge-pages.ts'
import { type SiteReader, startSiteReader } from '../src/sites/site-reader.ts'
import { type Answer, type CrawlOptions, crawlAnswers, linkTo } from './crawl-answers.ts'

let reader: SiteReader
beforeAll(() => {
  reader = startSiteReader()
})
afterAll(async () => {
  await reader[Symbol.asyncDispose]()
})

const crawl = (answers: Record<string, Answer>, options?: CrawlOptions) => crawlAnswers(reader, answers, options)

it.each([500, 503])('does not crawl a site whose robots.txt answers %d', async (status) => {
  await expect(crawl({ '/robots.txt': { status }, '/': linkTo('/a') })).rejects.toMatchObject({
    name: 'FetchFailure',
    message: `robots.txt answers ${status}: no page may be requested.`,
  })
})

const probed = ['GET /robots.txt', 'GET /sitemap.xml', 'GET /pagebell-*', 'GET /favicon.ico']
it.each<[what: string, robots: Answer, expected: string[]]>([
  ['allows everything', { body: '' }, [...probed, 'GET /', 'GET /a']],
  ['forbids everything', { body: 'User-agent: *\nDisallow: /\n' }, ['GET /robots.txt']],
  ['allows the start page alone', { body: 'User-agent: *\nDisallow: /\nAllow: /$\n' }, ['GET /robots.txt', 'GET /']],
  [
    'names a sitemap',
    { body: (origin) => `Sitemap: ${origin}/map.xml\n` },
    [...probed.filter((request) => !request.includes('sitemap')), 'GET /', 'GET /a', 'GET /map.xml'],
  ],
  [
    'names a sitemap that is missing',
    { body: (origin) => `Sitemap: ${origin}/none.xml\n` },
    [...probed, 'GET /', 'GET /a', 'GET /none.xml'],
  ],
])('requests each address once, and none that is forbidden, where robots.txt %s', async (_what, robots, expected) => {
  const sitemap: Answer = { body: (origin) => `<urlset><url><loc>${origin}/</loc></url></urlset>` }
  const { requests } = await crawl({ '/robots.txt': robots, '/': linkTo('/a'), '/a': {}, '/map.xml': sitemap })
  expect(requests.map((request) => request.replace(/pagebell-\w+/, 'pagebell-*')).toSorted()).toEqual(
    expected.toSorted(),
  )
})

it('prepares the site by the origin to which the start page redirects', async () => {
  const { crawled, requests, milliseconds, port } = await crawl(
    {
      'site.example/': { status: 301, headers: { location: '//www.site.example:PORT/' } },
      'www.site.example/robots.txt': {
        body: (origin) => `User-agent: *\nCrawl-delay: 0.2\nSitemap: ${origin}/map.xml\n`,
      },
      'www.site.example/': linkTo('/a'),
      'www.site.example/a': {},
      'www.site.example/map.xml': { body: (origin) => `<urlset><url><loc>${origin}/b</loc></url></urlset>` },
      'www.site.example/b': {},
    },
    { start: (origin) => `${origin}/` },
  )
  const www = `http://www.site.example:${port}`
  expect(crawled).toMatchObject({
    requested: 4,
    site: { start: `${www}/`, sitemap: { entries: [{ url: `${www}/b` }] } },
  })
  expect(requests.filter((request) => request === 'GET /')).toHaveLength(2)
  expect(requests).not.toContain('GET /sitemap.xml')
  // Two pages, two probes and a sitemap follow the start page.
  expect(milliseconds).toBeGreaterThan(5 * 200)
})

it('keeps the interval that robots.txt asks for', async () => {
  const robots = { body: 'User-agent: *\nCrawl-delay: 0.3\n' }
  const { milliseconds } = await crawl({ '/robots.txt': robots, '/': {} })
  // A sitemap, a missing page, the icon and the start page follow robots.txt.
  expect(milliseconds).toBeGreaterThan(3 * 300)
})

it('is slower after an answer 429, by what it asks for', async () => {
  const limited = { status: 429, headers: { 'retry-after': '1' } }
  const { milliseconds } = await crawl({ '/': linkTo('/a', '/b', '/c', '/d'), '/a': limited })
  expect(milliseconds).toBeGreaterThan(1_000)
})

it('requests only the status of files, by GET where HEAD is refused', async () => {
  const refused = { 'HEAD /b.zip': { status: 405 }, 'GET /b.zip': {} }
  const { requests, pageAt } = await crawl({ '/': linkTo('/a.pdf', '/b.zip'), 'HEAD /a.pdf': {}, ...refused })
  expect(requests).not.toContain('GET /a.pdf')
  expect([pageAt('/a.pdf')?.status, pageAt('/b.zip')?.status]).toEqual([200, 200])
  expect(pageAt('/b.zip')?.facts).toBeNull()
})

it('follows neither links with nofollow nor links of a page that has it', async () => {
  const { requests } = await crawl({
    '/': { body: '<a href="/a">Page</a><a rel="nofollow" href="/b">Page</a>' },
    '/a': { body: '<meta name="robots" content="nofollow"><a href="/c">Page</a>' },
  })
  expect(requests).toContain('GET /a')
  expect(requests.some((request) => /\/[bc]$/.test(request))).toBe(false)
})

/** Links to an origin that speaks no TLS, so that its robots.txt cannot be requested. */
const linkToDead = (count: number): Answer => ({
  body: (origin) => {
    const dead = Array.from({ length: count }, (_, index) => `${origin.replace('http', 'https')}/${index}`)
    return [...dead, '/last'].map((address) => `<a href="${address}">Page</a>`).join('')
  },
})

it('an origin that cannot be reached does not end the crawl, and its addresses do not count as requested', async () => {
  const { crawled, pageAt, origin } = await crawl({ '/': linkToDead(12), '/last': {} })
  expect(crawled).toMatchObject({ end: 'finished', requested: 2, site: { isComplete: true } })
  expect(pageAt('/last')).toMatchObject({ status: 200 })
  expect(pageAt(`${origin.replace('http', 'https')}/3`)).toMatchObject({ status: null, failure: 'tls' })
})

describe.each([
  ['had no response', { status: 0 }],
  ['answered 503', { status: 503 }],
])('a robots.txt that %s', (_what, failing) => {
  it('is requested once more', async () => {
    const { requests, pageAt } = await crawl({ '/robots.txt': { ...failing, times: 1 }, '/': {} }, { firstByteMs: 200 })
    expect(requests.filter((request) => request === 'GET /robots.txt')).toHaveLength(2)
    expect(pageAt('/')).toMatchObject({ status: 200 })
  })

  it('both times forbids the pages of its origin, and the site is not complete', async () => {
    const linkToWww: Answer = { body: (origin) => `<a href="${origin.replace('//', '//www.')}/page">Page</a>` }
    const { crawled, requests, port } = await crawl(
      { 'www.site.example/robots.txt': failing, 'www.site.example/page': {}, 'site.example/': linkToWww },
      { start: (origin) => `${origin}/`, firstByteMs: 200 },
    )
    const page = crawled.site.pages.get(`http://www.site.example:${port}/page`)
    expect(page).toMatchObject({ status: null, failure: 'robots_unreachable' })
    expect(requests).not.toContain('GET /page')
    expect(crawled.site.isComplete).toBe(false)
  })
})

it('waits as long as a robots.txt asks for that answers 503', async () => {
  const busy = { status: 503, headers: { 'retry-after': '1' }, times: 1 }
  const { milliseconds } = await crawl({ '/robots.txt': busy, '/': {} })
  expect(milliseconds).toBeGreaterThan(1_000)
})

it.each([
  ['429', { status: 429 }],
  ['503', { status: 503 }],
  ['no response', { status: 0 }],
])('requests a page once more after %s, and has its links', async (_first, failing) => {
  const { crawled, requests, pageAt } = await crawl(
    { '/': linkTo('/hub'), '/hub': { ...failing, times: 1, ...linkTo('/a') }, '/a': {} },
    { firstByteMs: 200 },
  )
  expect(requests.filter((request) => request === 'GET /hub')).toHaveLength(2)
  expect(pageAt('/a')).toMatchObject({ status: 200 })
  expect(crawled).toMatchObject({ requested: 3, end: 'finished', site: { isComplete: true } })
})

it.each([[{ status: 503 }], [{ status: 0 }], [{ body: 'x'.repeat(2_000) }]])(
  'a site with a page that cannot be read (%#) is not complete',
  async (failing) => {
    const answers = { '/': linkTo('/hub'), '/hub': failing }
    const { crawled } = await crawl(answers, { firstByteMs: 200, limits: { pageMegabytes: 0.001 } })
    expect(crawled).toMatchObject({ end: 'finished', site: { isComplete: false } })
  },
)

const long = 'x'.repeat(60_000)
const sitemap = (origin: string) => `<urlset><url><loc>${origin}/a</loc></url></urlset><!-- ${long} -->`

it.each<[what: string, answers: Record<string, Answer>]>([
  [
    'pages that are too large to be read',
    { '/': linkTo('/a', '/b', '/c'), '/a': { body: long }, '/b': { body: long } },
  ],
  ['sitemaps', { '/': linkTo('/a', '/b', '/c'), '/sitemap.xml': { body: sitemap } }],
])('ends the crawl when its megabytes are used up by %s', async (_what, answers) => {
  const { crawled } = await crawl(answers, { limits: { megabytes: 0.05, pageMegabytes: 0.03 } })
  expect(crawled).toMatchObject({ end: 'megabytes', site: { isComplete: false } })
})

it.each<[gate: string | null, answers: Record<string, Answer>]>([
  [null, { '/': { body: `<title>Start</title><p>${'word '.repeat(30)}` } }],
  ['indexable', { '/': { body: '<meta name="robots" content="noindex">' } }],
  ['http_status', { '/': { status: 404 } }],
  ['http_status', { '/': { status: 302, headers: { location: '/new' } }, '/new': { status: 500 } }],
  ['robots_allows', { '/robots.txt': { body: 'User-agent: PagebellBot\nDisallow: /$\n' } }],
])('the gate of a start page is %s', async (gate, answers) => {
  const { crawled } = await crawl(answers)
  const { failedGate } = judgePages(crawled, suppressionsAt([], ''), collectIgnored())
  expect(failedGate).toBe(gate)
})

it('reads a page to which only a redirect with a session id leads', async () => {
  const session = '/a?sid=0123456789abcdef'
  const { pageAt } = await crawl({
    '/': linkTo('/a'),
    '/a': { status: 302, headers: { location: session } },
    [session]: linkTo('/b'),
  })
  expect(pageAt('/a')?.redirectsTo).toMatch(/sid=/)
  expect([pageAt(session)?.status, pageAt('/b')?.status]).toEqual([200, 404])
})

it('ends at once, without a request, if it is stopped before it begins', async () => {
  const { crawled, requests } = await crawl({ '/': linkTo('/a') }, { signal: AbortSignal.abort() })
  expect(crawled).toMatchObject({ end: 'interrupted', requested: 0, waiting: 1, site: { isComplete: false } })
  expect(requests).toEqual([])
})

it('says why it cannot begin at an address', async () => {
  const start = (origin: string) => origin.replace('//', '//user:password@')
  await expect(crawl({ '/': {} }, { start })).rejects.toMatchObject({
    name: 'FetchFailure',
    message: 'The address cannot be crawled: contains a user name or password.',
  })
})

it('begins at the address without a session id', async () => {
  const { crawled, pageAt, origin } = await crawl({ '/': linkTo('/a') }, { start: '/?sid=0123456789abcdef' })
  expect(crawled.site.start).toBe(`${origin}/`)
  expect(pageAt('/')).toMatchObject({ status: 200 })
})

it('names the limits that cut a page: too long a link, too many links and language versions', async () => {
  const version = (code: string) => `<link rel="alternate" hreflang="${code}" href="/${code}">`
  const links = [`/${'x'.repeat(3_000)}`, '/a', '/b'].map((path) => `<a href="${path}">Page</a>`)
  const body = ['de', 'en', 'fr'].map(version).concat(links).join('')
  const limits = { links: 2, languageVersions: 2 }
  const { crawled, origin } = await crawl({ '/': { body } }, { limits })
  expect(crawled.reached).toMatchObject([
    { limit: 'addressLength', addresses: 1 },
    { limit: 'links', addresses: 1, example: `${origin}/` },
    { limit: 'languageVersions', addresses: 1, example: `${origin}/` },
  ])
})
