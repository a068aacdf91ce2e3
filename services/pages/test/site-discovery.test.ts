import { randomUUID } from 'node:crypto'
import { expect, it } from '@jest/globals'
import { site, world } from './use-pages.ts'
import { entries, key, serveFile, sitemap, useWatches, watches } from './use-watches.ts'

useWatches()

const html = (head: string) => `<!doctype html><head><title>Tea</title>${head}</head><p>Words.`
const text = { 'content-type': 'text/plain' }
const rss = () => `<?xml version="1.0"?><rss version="2.0"><channel><title>Tea</title>
<item><title>One</title><link>${site.origin}/one</link></item></channel></rss>`

const discover = (url = `${site.origin}/`) => {
  const { account_id, project_id } = key
  return watches.discoverSite({ account_id, project_id, project: '127.0.0.1', url })
}

it('a site names its sitemap in robots.txt and its feed on the first page', async () => {
  site.pages.set('/robots.txt', { html: `User-agent: *\nSitemap: ${site.origin}/map.xml\n`, headers: text })
  serveFile('/map.xml', sitemap(entries(['/', '/tea'])))
  serveFile('/feed', rss())
  const link = '<link rel="alternate" type="application/rss+xml" href="/feed">'
  site.pages.set('/', { html: html(`<meta name="generator" content="WordPress 6.9">${link}`) })
  expect(await discover()).toEqual({
    url: `${site.origin}/`,
    has_robots: true,
    system: 'WordPress',
    source_kind: 'wordpress',
    listings: [
      { url: `${site.origin}/map.xml`, kind: 'sitemap', found_in: 'robots', entries: 2 },
      { url: `${site.origin}/feed`, kind: 'rss', found_in: 'first_page', entries: 1 },
    ],
  })
  // What is named is enough: no place is guessed.
  expect(site.asked.map(({ path }) => path).toSorted()).toEqual(['/', '/feed', '/map.xml', '/robots.txt'])
})

it('a sitemap that nothing names is found where most are', async () => {
  site.pages.set('/', { html: html('') })
  serveFile(
    '/sitemap_index.xml',
    `<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
<sitemap><loc>${site.origin}/posts.xml</loc></sitemap></sitemapindex>`,
  )
  const { has_robots, listings } = await discover()
  expect(has_robots).toBe(false)
  expect(listings).toEqual([
    { url: `${site.origin}/sitemap_index.xml`, kind: 'index', found_in: 'usual_place', entries: 1 },
  ])
})

it('a page in the place of a sitemap, and files of other sites, are not found, by ten requests at most', async () => {
  const names = Array.from({ length: 30 }, (_, at) => `Sitemap: ${site.origin}/map-${at}.xml`)
  const robots = ['Sitemap: https://elsewhere.example/sitemap.xml', ...names].join('\n')
  site.pages.set('/robots.txt', { html: robots, headers: text })
  site.pages.set('/', {
    html: html('<link rel="alternate" type="application/rss+xml" href="https://elsewhere.example/">'),
  })
  for (const at of names.keys()) site.pages.set(`/map-${at}.xml`, { html: html('') })
  expect(await discover()).toMatchObject({ has_robots: true, listings: [] })
  expect(site.asked.length).toBe(10)
})

it('a first page that is missing is reported, and what robots.txt names is found all the same', async () => {
  site.pages.set('/robots.txt', { html: `Sitemap: ${site.origin}/map.xml`, headers: text })
  serveFile('/map.xml', sitemap(entries(['/tea'])))
  site.pages.set('/', { status: 404 })
  const found = await discover()
  expect(found).toMatchObject({ problem: 'The server answers 404.', listings: [{ kind: 'sitemap', entries: 1 }] })
})

it('an address of another site, or none at all, is refused by name', async () => {
  const refused = { kind: 'invalid', errors: { url: ['must be on 127.0.0.1 or a subdomain of it'] } }
  await expect(discover('https://elsewhere.example/')).rejects.toMatchObject(refused)
  await expect(discover('ftp://127.0.0.1/')).rejects.toMatchObject({ errors: { url: [expect.any(String)] } })
})

it('a site in a private network is not reached', async () => {
  await using fenced = await world.startCopy({ config: { FETCH_ALLOW: '' } })
  await using client = world.callWatches(fenced)
  const asked = { account_id: randomUUID(), project_id: randomUUID(), project: '127.0.0.1', url: `${site.origin}/` }
  expect(await client.discoverSite(asked)).toMatchObject({ has_robots: false, listings: [] })
  expect(site.asked).toEqual([])
})

it('an account looks at one site at a time, with one waiting', async () => {
  site.pages.set('/', { html: html('') })
  const answers = await Promise.allSettled([discover(), discover(), discover(), discover()])
  const reasons = answers.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []))
  expect(reasons).toEqual([1, 2].map(() => expect.objectContaining({ kind: 'rate_limited' })))
})

it('a site that answers 429 has the requests of a search as far apart as it wants', async () => {
  site.pages.set('/', { status: 429, headers: { 'retry-after': '1' } })
  serveFile('/sitemap.xml', sitemap(entries(['/tea'])))
  const { account_id, project_id } = key
  const asked = { account_id, project_id, project: '127.0.0.1', url: `${site.origin}/` }
  expect(await watches.discoverSite(asked, { deadlineMs: 60_000 })).toMatchObject({
    listings: [{ found_in: 'usual_place' }],
  })
  const [page, robots, listing] = site.asked.map(({ at }) => at)
  // Arrivals: what the network delays comes closer to the next one.
  expect(Number(robots) - Number(page)).toBeGreaterThan(700)
  expect(Number(listing) - Number(robots)).toBeGreaterThan(700)
})
