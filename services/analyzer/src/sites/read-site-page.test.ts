import { expect, it } from '@jest/globals'
import { defaultLimits } from '@pagebell/crawl/crawl-limits'
import { noProbes } from '../fetching/exchange.ts'
import { readingRules } from './kept-readings.ts'
import { readSitePage } from './read-site-page.ts'

const url = 'https://example.com/a/b'
function read(html: string, headers: [string, string][] = []) {
  const exchange = { url, requestedUrl: url, status: 200, headers, htmlBytes: html.length, redirects: [], ttfbMs: 1 }
  const charset = { bom: null, header: 'utf-8', meta: null }
  const robots = { status: 404, body: null }
  return readSitePage([], {
    exchange: { ...exchange, charset, robots, tls: null, probes: noProbes },
    body: Buffer.from(html),
    siteUrl: url,
    limits: defaultLimits,
    now: new Date(),
  })
}

it('reads the language versions of tags and headers, without those that are no address or have no code', () => {
  const tags = `<link rel="alternate" hreflang="DE " href=" ../de ">
    <link rel="alternate" hreflang="" href="/none"><link rel="alternate" hreflang="it" href="https://"><body>
    <link rel="alternate" hreflang="es" href="/es">`
  const { facts } = read(`<!doctype html><head>${tags}`, [['Link', '</fr>; rel=alternate; hreflang=fr']])
  expect(facts.versions).toEqual([
    { code: 'de', url: 'https://example.com/de' },
    { code: 'fr', url: 'https://example.com/fr' },
  ])
})

it('reads links, title and text of one parsed page', () => {
  const html = `<!doctype html><title>A title</title><main><p>Some words here</p></main>
    <a href="/c#part">C</a><a href="c">D</a><a rel="nofollow" href="/d">E</a><a href="https://other.example/">F</a>`
  const { facts, links } = read(html)
  expect(facts).toMatchObject({ title: 'A title', words: 3, isNoindex: false, canonical: null })
  expect(links).toEqual(['https://example.com/c', 'https://example.com/a/c'])
})

it('has the fields of its format, so that a later version does not take those of an earlier one', () => {
  // A change of what is read of a page raises `readingFormat` in kept-readings.ts.
  expect(readingRules(url, defaultLimits)).toMatch(/^2 /)
  const { facts, ...reading } = read('<!doctype html><title>A title</title>')
  expect(Object.keys(reading).toSorted().join(' ')).toBe('basis links passed problems rating reached references thrown')
  const ofFacts = 'canonical description isNoindex mainHash simhash title types versions words'
  expect(Object.keys(facts).toSorted().join(' ')).toBe(ofFacts)
})

it.each([
  ['lasts', '<title>A title</title>', [], true],
  ['is not to be indexed', '<meta name="robots" content="noindex">', [], false],
  ['is not to be indexed by a header', '', [['X-Robots-Tag', 'noindex']], false],
  ['names a time', '<meta name="googlebot" content="unavailable_after: 2099-01-01">', [], false],
])('has a basis for a later crawl unless its rating changes by itself: %s', (_, html, headers, expected) => {
  const { basis } = read(`<!doctype html>${html}`, headers as [string, string][])
  expect(basis !== null).toBe(expected)
})
