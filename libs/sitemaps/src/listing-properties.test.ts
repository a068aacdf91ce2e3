import { gzipSync } from 'node:zlib'
import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { isComplete, type Listing } from './listing.ts'
import { unpackPages } from './packed-pages.ts'
import { readDate } from './read-date.ts'
import { readListing, readPackedListing } from './read-listing.ts'

const read = (bytes: Uint8Array) => readListing({ url: 'https://example.com/sitemap.xml', contentType: null, bytes })
const pagesOf = (listing: Listing) =>
  listing.kind === 'unreadable' ? [] : listing.kind === 'index' ? listing.files : listing.pages

const escapeXml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
const path = fc.stringMatching(/^[a-zé日0-9&?=/'"<>;#.-]{0,30}$/)
const instant = fc
  .date({ min: new Date('1990-01-02T00:00:00Z'), max: new Date('2089-12-30T00:00:00Z'), noInvalidDate: true })
  .map((date) => date.toISOString())
const pages = fc.array(
  fc.record({
    url: path.map((written) => `https://example.com/${written}`),
    lastmod: fc.option(
      fc.oneof(
        instant,
        instant.map((written) => written.slice(0, 10)),
      ),
    ),
  }),
  { minLength: 1, maxLength: 40 },
)
/** How a generator writes: none of it changes what the file says. */
const style = fc.record({
  format: fc.constantFrom('sitemap', 'index', 'rss', 'atom'),
  space: fc.constantFrom('', '\n', ' \r\n\t'),
  cdata: fc.boolean(),
  noise: fc.constantFrom(
    '',
    '<!-- <url><loc> -->',
    '<x:y xmlns:x="z"><loc>https://x.example/</loc></x:y>',
    '<?x <url> ?>',
  ),
  encoding: fc.constantFrom('utf8' as const, 'utf16le' as const),
  isPacked: fc.boolean(),
})
type Pages = { url: string; lastmod: string | null }[]
type Style = typeof style extends fc.Arbitrary<infer Value> ? Value : never

function write(list: Pages, { format, space, cdata, noise, encoding, isPacked }: Style): Buffer {
  const text = (value: string) => space + (cdata ? `<![CDATA[${value}]]>` : escapeXml(value)) + space
  const element = (name: string, value: string | null) => (value === null ? '' : `<${name}>${text(value)}</${name}>`)
  const between = space + noise + space
  const entryOf: Record<string, (page: Pages[number]) => string> = {
    sitemap: ({ url, lastmod }) => `<url>${between}${element('lastmod', lastmod)}${element('loc', url)}</url>`,
    index: ({ url, lastmod }) => `<sitemap>${element('loc', url)}${between}${element('lastmod', lastmod)}</sitemap>`,
    rss: ({ url, lastmod }) => `<item>${between}${element('link', url)}${element('pubDate', lastmod)}</item>`,
    atom: ({ url, lastmod }) =>
      `<entry><link href="${escapeXml(url).replaceAll('"', '&quot;')}"/>${element('updated', lastmod)}</entry>`,
  }
  const roots: Record<string, [string, string]> = {
    sitemap: ['<urlset>', '</urlset>'],
    index: ['<sitemapindex>', '</sitemapindex>'],
    rss: ['<rss><channel>', '</channel></rss>'],
    atom: ['<feed xmlns="http://www.w3.org/2005/Atom">', '</feed>'],
  }
  const [start, end] = roots[format] ?? ['', '']
  const entries = list.map((page) => entryOf[format]?.(page)).join(between)
  const mark = encoding === 'utf16le' ? '\ufeff' : ''
  const bytes = Buffer.from(`${mark}<?xml version="1.0"?>${space}${start}${between}${entries}${end}`, encoding)
  return isPacked ? gzipSync(bytes) : bytes
}

describe('for any list of pages', () => {
  it('what is written is read, however it is written', () => {
    fc.assert(
      fc.property(pages, style, (list, how) => {
        const listing = read(write(list, how))
        expect(pagesOf(listing)).toEqual(list)
        expect(listing).toMatchObject({ kind: how.format, problems: [] })
      }),
      { numRuns: 500 },
    )
  })

  it('a file in blocks says the same as in one piece', () => {
    fc.assert(
      fc.property(pages, style, fc.integer({ min: 2, max: 999 }), (list, how, size) => {
        const bytes = write(list, how)
        const count = Math.ceil(bytes.length / size)
        const blocks = Array.from({ length: count }, (_, at) => bytes.subarray(at * size, (at + 1) * size))
        const listing = readPackedListing({ url: 'https://example.com/sitemap.xml', contentType: null, blocks })
        if (listing.kind === 'unreadable') throw new Error(listing.problem.code)
        expect(unpackPages(listing.kind === 'index' ? listing.files : listing.pages)).toEqual(list)
        expect(listing.problems).toEqual([])
      }),
      { numRuns: 200 },
    )
  })

  it('a file that is cut gives the first pages, and does not count as complete', () => {
    fc.assert(
      fc.property(pages, style, fc.double({ min: 0, max: 0.999, noNaN: true }), (list, how, share) => {
        const bytes = write(list, { ...how, isPacked: false })
        const whole = pagesOf(read(bytes))
        const cut = read(bytes.subarray(0, Math.floor(bytes.length * share)))
        expect(pagesOf(cut)).toEqual(whole.slice(0, pagesOf(cut).length))
        expect(isComplete(cut)).toBe(false)
      }),
      { numRuns: 500 },
    )
  })
})

describe('for any bytes', () => {
  const sitemap = '<urlset>|</urlset>|<url>|</url>|<loc>|</loc>|<lastmod>|2026-05-17|https://example.com/a'
  const feed = '<rss>|<channel>|<item>|<link>|<link href="/a" rel="hub"/>|</link>|</item>|<feed>|<entry>|</entry>'
  const other = '{"items":[|{"url":"/a"}|]}|<![CDATA[|]]>|<!--|-->|&amp;|&#0;|&|<|\0|\ufeff|\n'
  const tokens = [sitemap, feed, other].flatMap((list) => list.split('|'))
  const markup = fc
    .array(fc.oneof({ weight: 5, arbitrary: fc.constantFrom(...tokens) }, fc.string()), { maxLength: 60 })
    .map((parts) => Buffer.from(parts.join('')))
  const bytes = fc.oneof(
    markup,
    markup.map((plain) => gzipSync(plain)),
    fc.uint8Array({ maxLength: 300 }),
  )

  it('the answer has the form that it promises', () => {
    fc.assert(
      fc.property(bytes, (content) => {
        const listing = read(content)
        for (const { url, lastmod } of pagesOf(listing)) {
          expect(URL.parse(url)?.protocol).toMatch(/^https?:$/)
          expect(lastmod ?? '2026-01-01').toMatch(/^\d{4}-\d\d-\d\d(T\d\d:\d\d:\d\d\.\d{3}Z)?$/)
        }
        const problems = listing.kind === 'unreadable' ? [listing.problem] : listing.problems
        for (const { detail } of problems) expect(detail).toMatch(/^[A-Z].{10,250}\.$/)
        expect(new Set(problems.map(({ code }) => code)).size).toBe(problems.length)
      }),
      { numRuns: 2_000 },
    )
  })
})

describe('for any instant', () => {
  const pad = (value: number) => String(Math.abs(value)).padStart(2, '0')
  const offset = fc.integer({ min: -12 * 60, max: 14 * 60 })
  const local = (written: string, minutes: number) => new Date(new Date(written).getTime() + minutes * 60_000)
  const zoneOf = (minutes: number, colon: string) =>
    `${minutes < 0 ? '-' : '+'}${pad(Math.trunc(minutes / 60))}${colon}${pad(minutes % 60)}`

  it('the W3C form in any zone is that instant', () => {
    fc.assert(
      fc.property(instant, offset, fc.constantFrom('', ':'), (written, minutes, colon) => {
        const text = local(written, minutes).toISOString().replace('Z', zoneOf(minutes, colon))
        expect(readDate(text)).toBe(written)
      }),
    )
  })

  it('the form of RFC 822 in any zone is that second', () => {
    fc.assert(
      fc.property(instant, offset, (written, minutes) => {
        const text = local(written, minutes).toUTCString().replace('GMT', zoneOf(minutes, ''))
        expect(readDate(text)).toBe(`${written.slice(0, 19)}.000Z`)
      }),
    )
  })
})
