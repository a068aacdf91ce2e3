import { describe, expect, it } from '@jest/globals'
import { parseHtml } from '@pagebell/html/parse-html'
import { readParsed } from '../document/read-document.ts'
import { type Exchange, noProbes } from '../fetching/exchange.ts'
import { loadChecks } from '../rating/load-checks.ts'
import { exchangeFacts, type Page, pageOf } from '../rating/page.ts'
import { ratedHeaders, ratingBasis } from './rating-basis.ts'

const checks = await loadChecks()
const now = new Date('2026-11-27T10:00:00Z')
const exchange: Exchange = {
  url: 'https://example.com/a',
  requestedUrl: 'https://example.com/a',
  status: 200,
  headers: [
    ['content-type', 'text/html; charset=utf-8'],
    ['server', 'nginx'],
  ],
  htmlBytes: 2_000,
  charset: { bom: null, header: 'utf-8', meta: 'utf-8' },
  robots: { status: 200, body: 'User-agent: *\nAllow: /\n' },
  redirects: [],
  ttfbMs: 100,
  tls: { validTo: '2027-02-01T00:00:00Z', alpn: 'h2', authorized: true },
  probes: { ...noProbes, favicon: { url: 'https://example.com/favicon.ico', status: 200 } },
}
const basis = (change: Partial<Exchange> = {}, at = now) => ratingBasis(checks, { ...exchange, ...change }, at)
const withHeader = (name: string, value: string) => ({
  headers: [...exchange.headers.filter(([one]) => one !== name), [name, value] as [string, string]],
})

describe('the basis of a rating', () => {
  it.each<[what: string, change: Partial<Exchange>]>([
    ['a header that is read with the document', withHeader('link', '</b>; rel=canonical')],
    ['a policy that upgrades requests', withHeader('content-security-policy', 'upgrade-insecure-requests')],
    ['an order to crawlers', withHeader('x-robots-tag', 'noindex')],
    ['the encoding', withHeader('content-type', 'text/html; charset=latin1')],
    ['a header that is judged by itself', withHeader('server', 'nginx/1.2')],
    ['a robots.txt with a fault', { robots: { status: 200, body: 'User-agent: *\nAllow /\n' } }],
    ['the icon of the site', { probes: noProbes }],
    ['an invalid certificate', { tls: { validTo: '2027-02-01T00:00:00Z', alpn: 'h2', authorized: false } }],
    ['a slow answer', { ttfbMs: 2_000 }],
  ])('differs with %s', (_, change) => {
    expect(basis(change)).not.toBe(basis())
  })

  it('differs once the certificate runs out', () => {
    expect(basis({}, new Date('2026-12-27T10:00:00Z'))).toBe(basis())
    expect(basis({}, new Date('2027-01-27T10:00:00Z'))).not.toBe(basis())
  })

  it.each<[what: string, change: Partial<Exchange>]>([
    ['a moment more', { ttfbMs: 200 }],
    ['another spelling of robots.txt', { robots: { status: 200, body: 'User-agent: *\nAllow: /\n\n' } }],
    ['another header', withHeader('expires', '0')],
    ['another document, whose encoding is read from it', { charset: { bom: null, header: null, meta: null } }],
  ])('is the same with %s', (_, change) => {
    expect(basis(change)).toBe(basis())
  })
})

describe('what checks depend on', () => {
  const html = '<!doctype html><html lang="en"><title>A page</title><a href="/b">B</a><form></form><p>Some words'
  const page = pageOf(exchange, readParsed(parseHtml(html), html, html.length), now)
  const known = Object.keys(exchangeFacts(exchange, now))
  const needsDocument = (needs: readonly string[]) => needs.some((need) => !known.includes(need) || need === 'charset')

  /** The headers that a check asks for. */
  function headersOf({ check }: (typeof checks)[number]): string[] {
    const asked = new Set<string>()
    const { get, all } = page.headers
    const headers: Page['headers'] = {
      get: (name) => get(asked.add(name) && name),
      all: (name) => all(asked.add(name) && name),
    }
    check({ ...page, headers })
    return [...asked]
  }

  it('is kept of the headers', () => {
    const asked = [...new Set(checks.flatMap(headersOf))].toSorted()
    // The encoding is read before any check.
    expect([...ratedHeaders].toSorted()).toEqual([...asked, 'content-type'].toSorted())
  })

  it('is compared word by word of the headers that are read together with the document', () => {
    const mixed = checks.filter(({ needs }) => needsDocument(needs)).flatMap(headersOf)
    const compared = mixed.filter((name) => {
      // No check judges it by itself: only the comparison of its words sees that it has changed.
      return basis(withHeader(name, 'something else')) !== basis()
    })
    expect([...new Set(mixed)].toSorted()).toEqual([
      'content-language',
      'content-security-policy',
      'link',
      'x-robots-tag',
    ])
    expect(compared).toEqual(mixed)
  })

  it('is the time, together with the document, for one check alone', () => {
    // A page that names a time is always read again: see `isLasting` in read-site-page.ts.
    const timed = checks.filter(({ needs }) => needs.includes('now') && needsDocument(needs))
    expect(timed.map(({ id }) => id)).toEqual(['indexable'])
    expect(checks.filter(({ needs }) => needs.includes('ttfbMs')).map(({ id }) => id)).toEqual(['ttfb'])
  })
})
