import { expect, it } from '@jest/globals'
import { decodeText, readCharset } from '@pagebell/safe-fetch/charset'
import { rate } from '@pagebell/scoring/score'
import fc from 'fast-check'
import { readDocument } from '../src/document/read-document.ts'
import type { Exchange } from '../src/fetching/exchange.ts'
import { loadChecks } from '../src/rating/load-checks.ts'
import { ratePage } from '../src/rating/rate-page.ts'

const checks = await loadChecks()

const tags =
  'html head body title meta link base script style template noscript h1 h2 h4 p div span a img picture source video iframe frame form input table tr td select option svg math desc ul li br font nobr button textarea'.split(
    ' ',
  )
const names =
  'href src srcset alt lang rel name content property http-equiv charset type action width height role aria-label aria-hidden itemscope itemtype typeof hreflang sizes id class as poster data async'.split(
    ' ',
  )
const notableValues =
  'noindex|unavailable_after: 25 Jun 2010 15:00:00 GMT|canonical|alternate stylesheet icon|text/html; charset=koi8-r|viewport|width=device-width|robots|googlebot|og:title|https://example.com/|http://|//[|javascript:void(0)|mailto:a@b.example|#|?a=1&b=2&c=3|de-DE|x-default|{"@type":"Product"}|application/ld+json|@|\0|\uD800|🔔|١٢٣|漢字'.split(
    '|',
  )
const text = fc.oneof(
  fc.constantFrom(...notableValues),
  fc.string({ unit: 'binary', maxLength: 30 }),
  fc.string({ unit: fc.constantFrom(...'<>"\'&/=;:, \n\r\t-!?[]{}()@.') }),
)
const attribute = fc
  .tuple(fc.constantFrom(...names), text, fc.constantFrom('"', "'", ''))
  .map(([name, value, quote]) => `${name}=${quote}${value}${quote}`)
const startTag = fc
  .tuple(fc.constantFrom(...tags), fc.array(attribute, { maxLength: 5 }), fc.constantFrom('>', '/>', '', ' '))
  .map(([tag, attributes, end]) => `<${[tag, ...attributes].join(' ')}${end}`)
const endTag = fc.constantFrom(...tags).map((tag) => `</${tag}>`)
const odd = fc.constantFrom('<!doctype html>', '<!--', '-->', '<![CDATA[', ']]>', '</', '<', '&amp;', '&#x0;', '&ngE;')
const body = fc.oneof(
  fc.array(fc.oneof(startTag, endTag, text, odd), { maxLength: 60 }).map((parts) => Buffer.from(parts.join(''))),
  fc.uint8Array({ maxLength: 500 }).map((bytes) => Buffer.from(bytes)),
)

const headerNames =
  'content-type link x-robots-tag content-language content-encoding strict-transport-security content-security-policy x-content-type-options x-frame-options referrer-policy server x-powered-by alt-svc'.split(
    ' ',
  )
const headers = fc.array(fc.tuple(fc.constantFrom(...headerNames), text), { maxLength: 10 })
const url = fc.oneof(fc.webUrl({ withQueryParameters: true, withFragments: true }), fc.constant('http://127.0.0.1/'))
const status = fc.integer({ min: 100, max: 599 })
const robotsLine = fc
  .tuple(fc.constantFrom('User-agent', 'Disallow', 'Allow', 'Sitemap', 'x'), fc.constantFrom(':', ''), text)
  .map((parts) => parts.join(''))
const robots = fc.oneof(
  fc.record({ status, body: fc.array(robotsLine, { maxLength: 20 }).map((lines) => lines.join('\n')) }),
  fc.constant({ status: null, body: null }),
)
const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: null })
const probes = fc.record({
  sitemap: maybe(fc.array(fc.record({ url, status, declared: fc.boolean() }), { maxLength: 3 })),
  soft404: maybe(fc.record({ url, status, location: maybe(text) })),
  favicon: maybe(fc.record({ url, status })),
  linkSample: maybe(fc.array(fc.record({ url, status: maybe(status), failure: maybe(text) }), { maxLength: 20 })),
  leftOut: maybe(fc.constantFrom('requests' as const, 'time' as const)),
})
const redirect = fc.record({ from: url, to: url, status })
const tls = fc.record({
  validTo: maybe(fc.date({ noInvalidDate: true }).map((date) => date.toISOString())),
  alpn: maybe(text),
  authorized: fc.boolean(),
})
const wire = fc.record({
  url: url.map((address) => new URL(address).href),
  requestedUrl: url,
  status,
  headers,
  robots,
  redirects: maybe(fc.array(redirect, { maxLength: 5 })),
  ttfbMs: maybe(fc.double({ min: 0, max: 20_000, noNaN: true })),
  tls: maybe(tls),
  probes,
})

const now = new Date('2026-11-21T12:00:00Z')

/** Decodes and parses the bytes on each call, as the service does. */
function rateBytes(bytes: Buffer, exchange: Omit<Exchange, 'htmlBytes' | 'charset'>) {
  const contentType = exchange.headers.find(([name]) => name === 'content-type')?.[1] ?? null
  const charset = readCharset(bytes, contentType)
  const facts = readDocument(decodeText(bytes, charset), bytes.length)
  return ratePage(checks, { ...exchange, htmlBytes: bytes.length, charset }, facts, now, (id, error) => {
    throw new Error(`The check ${id} threw.`, { cause: error })
  })
}

it('500 pages of any kind throw in no check, get the same rating twice, and a score that adds up', () => {
  fc.assert(
    fc.property(body, wire, (bytes, exchange) => {
      const rated = rateBytes(bytes, exchange)
      expect(JSON.stringify(rateBytes(bytes, exchange))).toBe(JSON.stringify(rated))
      const results = Object.entries(rated.results).map(([id, result]) => ({ id, ...result }))
      expect(rate(results)).toEqual({ score: rated.score, result: rated.result, capped_by: rated.capped_by })
      expect(results).toHaveLength(checks.length)
      const found = results.filter(({ status }) => status === 'warn' || status === 'fail')
      expect(found.filter(({ evidence }) => evidence.length === 0)).toEqual([])
    }),
    { numRuns: 500 },
  )
}, 300_000)
