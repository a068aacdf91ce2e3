import { gzipSync } from 'node:zlib'
import { describe, expect, it } from '@jest/globals'
import { judgeDates } from './judge-dates.ts'
import { isComplete } from './listing.ts'
import { type Listing, type ListingLimits, readListing } from './read-listing.ts'

const file = 'https://example.com/sitemap.xml'
const read = (content: string | Uint8Array, contentType: string | null = 'application/xml', limits?: ListingLimits) =>
  readListing({ url: file, contentType, bytes: typeof content === 'string' ? Buffer.from(content) : content }, limits)

const namespace = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'
const entry = (path: string, lastmod?: string) =>
  `<url><loc>https://example.com/${path}</loc>${lastmod === undefined ? '' : `<lastmod>${lastmod}</lastmod>`}</url>`
const sitemap = (entries: string) =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<urlset ${namespace}>\n${entries}\n</urlset>\n`
const paths = (listing: Listing) =>
  listing.kind === 'unreadable' ? [] : entriesOf(listing).map(({ url }) => new URL(url).pathname)
const entriesOf = (listing: Exclude<Listing, { kind: 'unreadable' }>) =>
  listing.kind === 'index' ? listing.files : listing.pages
const problemsOf = (listing: Listing) => (listing.kind === 'unreadable' ? [listing.problem] : listing.problems)
/** A string that differs from line to line, as that of a real file, so that gzip cannot drop it. */
const manyEntries = (count: number) =>
  sitemap(Array.from({ length: count }, (_, at) => entry(`${(at * 7_919) % 100_003}/${at}`)).join('\n'))

describe('a sitemap is read', () => {
  it('with its addresses and dates', () => {
    expect(read(sitemap(`${entry('', '2026-05-17T10:30+02:00')}${entry('a?b=1&amp;c=&#50;', ' 2026-05 ')}`))).toEqual({
      kind: 'sitemap',
      pages: [
        { url: 'https://example.com/', lastmod: '2026-05-17T08:30:00.000Z' },
        { url: 'https://example.com/a?b=1&c=2', lastmod: '2026-05-01' },
      ],
      hub: null,
      problems: [],
    })
  })

  it.each([
    ['without namespace', `<urlset>${entry('a')}</urlset>`],
    ['with an old namespace', `<urlset xmlns="http://www.google.com/schemas/sitemap/0.84">${entry('a')}</urlset>`],
    [
      'with a prefix',
      `<s:urlset xmlns:s="http://www.sitemaps.org/schemas/sitemap/0.9">
        <s:url><s:loc>https://example.com/a</s:loc></s:url></s:urlset>`,
    ],
    [
      'with images, news, videos and languages, whose addresses and dates are not those of the page',
      sitemap(`<url><image:image><image:loc>https://example.com/i.png</image:loc></image:image>
        <image:loc>https://example.com/j.png</image:loc><news:publication_date>2001-01-01</news:publication_date>
        <xhtml:link rel="alternate" hreflang="de" href="https://example.com/de"/>
        <loc>https://example.com/a</loc></url>`),
    ],
    ['in CDATA', sitemap('<url><loc><![CDATA[https://example.com/a]]></loc></url>')],
    ['with a bare & in an address', sitemap('<url><loc>https://example.com/a?b=1&c=2&copy=3</loc></url>')],
    ['on separate lines', sitemap('<url>\n<loc>\n  https://example.com/a\n</loc>\n</url>')],
    ['after white space and a comment', `\n\n<!-- <url> -->${sitemap(entry('a'))}<!-- made in 0.2 s -->`],
    ['after two byte order marks', `\ufeff\ufeff${sitemap(entry('a'))}`],
    ['with a style sheet', `<?xml version="1.0"?><?xml-stylesheet href="s.xsl"?><urlset>${entry('a')}</urlset>`],
    [
      'with an element that it does not know',
      sitemap(`<url><x><loc>https://example.com/x</loc></x>${entry('a').slice(5)}`),
    ],
  ])('%s', (_what, content) => {
    const listing = read(content)
    expect(paths(listing)).toEqual(['/a'])
    expect(problemsOf(listing)).toEqual([])
    expect(isComplete(listing)).toBe(true)
  })

  it('knows only the entities of XML: any other stays as it is written', () => {
    const listing = read(sitemap('<url><loc>https://example.com/?a=&quot;&apos;&lt;&gt;&nbsp;&#x41;</loc></url>'))
    expect(listing).toMatchObject({ pages: [{ url: `https://example.com/?a="'<>&nbsp;A` }] })
  })

  it('as text, an address a line', () => {
    const listing = read(
      'https://example.com/a\r\n\r\n  https://example.com/b?x=1&y=2  \nhttps://example.com/c',
      'text/plain',
    )
    expect(listing).toMatchObject({ kind: 'text', problems: [] })
    expect(paths(listing)).toEqual(['/a', '/b', '/c'])
  })
})

describe('an index', () => {
  const index = (...names: string[]) =>
    `<sitemapindex ${namespace}>${names.map((name) => sitemapOf(name)).join('')}</sitemapindex>`
  const sitemapOf = (name: string) =>
    `<sitemap><loc>https://example.com/${name}</loc><lastmod>2026-05-17</lastmod></sitemap>`

  it('lists files; an index in an index is an index, whose files the caller counts', () => {
    const outer = read(index('inner.xml', 'posts.xml.gz'))
    expect(outer).toEqual({
      kind: 'index',
      files: [
        { url: 'https://example.com/inner.xml', lastmod: '2026-05-17' },
        { url: 'https://example.com/posts.xml.gz', lastmod: '2026-05-17' },
      ],
      problems: [],
    })
    expect(read(index('posts.xml'))).toMatchObject({ kind: 'index', files: [{ url: 'https://example.com/posts.xml' }] })
  })

  it('without files is reported', () => {
    expect(problemsOf(read(index()))).toEqual([{ code: 'no_pages', detail: 'The sitemap index lists no sitemap.' }])
  })
})

describe('gzip is recognised by its bytes', () => {
  it.each([
    ['with a header and a name that say XML', gzipSync(sitemap(entry('a'))), 'application/xml'],
    [
      'in several members',
      Buffer.concat([gzipSync(sitemap(entry('a')).slice(0, 99)), gzipSync(sitemap(entry('a')).slice(99))]),
      null,
    ],
    ['with padding behind it', Buffer.concat([gzipSync(sitemap(entry('a'))), Buffer.alloc(512)]), null],
    ['and plain text too, with a header that says gzip', Buffer.from(sitemap(entry('a'))), 'application/gzip'],
  ])('%s', (_what, bytes, contentType) => {
    const listing = read(bytes, contentType)
    expect(paths(listing)).toEqual(['/a'])
    expect(problemsOf(listing)).toEqual([])
  })
})

describe('dates', () => {
  const of = (dates: (string | undefined)[]) => {
    const listing = read(sitemap(dates.map((date, at) => entry(`${at}`, date)).join('')))
    if (listing.kind !== 'sitemap') throw new Error(listing.kind)
    return { ...judgeDates(listing.pages), problems: listing.problems }
  }
  const days = Array.from({ length: 30 }, (_, at) => `2026-04-${String(at + 1).padStart(2, '0')}`)

  it('no dates: pages are compared by their words', () => {
    expect(of(days.map(() => undefined))).toMatchObject({ trusted: false, reason: 'no_dates', problems: [] })
  })

  it('one date for all: pages are compared by their words', () => {
    expect(of(days.map((_, at) => `2026-05-17T10:00:${at + 10}Z`))).toMatchObject({ trusted: false, reason: 'one_day' })
  })

  it('dates without time: trusted, except for a second change on one day', () => {
    expect(of(days)).toMatchObject({ trusted: true, reason: 'days' })
  })

  it('dates that cannot be read count as missing, and are one problem', () => {
    const { trusted, reason, problems } = of([...days, ...days.map(() => '{{ date }}')])
    expect({ trusted, reason }).toEqual({ trusted: false, reason: 'some_undated' })
    expect(problems).toEqual([
      { code: 'bad_date', detail: '30 dates cannot be read, and count as missing (the first: "{{ date }}").' },
    ])
  })
})

describe('addresses', () => {
  it('on foreign hosts are listed, counted and shown: whose they are, the project decides', () => {
    const listing = read(
      sitemap(
        `${entry('a')}<url><loc>https://cdn.example.net/b</loc></url><url><loc>https://www.example.com/c</loc></url>`,
      ),
    )
    expect(paths(listing)).toEqual(['/a', '/b', '/c'])
    expect(problemsOf(listing)).toEqual([
      {
        code: 'other_host',
        detail: 'One address is on another host than the file (the first: "https://cdn.example.net/b").',
      },
    ])
    expect(isComplete(listing)).toBe(true)
  })

  it('that are none are left out: thousands of problems are one with a count', () => {
    const bad = [
      '/relative',
      'ftp://example.com/f',
      'javascript:alert(1)',
      '',
      `https://example.com/${'x'.repeat(2_048)}`,
    ]
    const listing = read(
      sitemap(
        `${entry('a')}${bad
          .map((loc) => `<url><loc>${loc}</loc></url>`)
          .join('')
          .repeat(1_000)}<url/>`,
      ),
    )
    expect(paths(listing)).toEqual(['/a'])
    expect(problemsOf(listing)).toEqual([
      {
        code: 'bad_address',
        detail:
          '5,001 entries have no absolute http or https address of at most 2,048 characters, ' +
          'and are left out (the first: "/relative").',
      },
    ])
  })

  it('of a text file that are few among other lines are no sitemap', () => {
    const robots = 'User-agent: *\nDisallow: /x\nSitemap: https://example.com/sitemap.xml\nhttps://example.com/\n'
    expect(read(robots, 'text/plain')).toEqual({
      kind: 'unreadable',
      problem: {
        code: 'unknown_format',
        detail: 'The file is neither a sitemap nor a feed: it is text in which most lines are no web address.',
      },
    })
  })
})

describe('a file with too much', () => {
  it('50,001 addresses: the first 50,000, and nothing is taken for removed', () => {
    const listing = read(manyEntries(50_001))
    expect(paths(listing)).toHaveLength(50_000)
    expect(problemsOf(listing)).toEqual([
      { code: 'too_many', detail: 'The file has more than 50,000 entries; the first 50,000 are read.' },
    ])
    expect(isComplete(listing)).toBe(false)
  })

  it('50,000 addresses are not too many', () => {
    const listing = read(manyEntries(50_000))
    expect(paths(listing)).toHaveLength(50_000)
    expect(problemsOf(listing)).toEqual([])
  })

  it('as text, it is the same', () => {
    const text = Array.from({ length: 50_001 }, (_, at) => `https://example.com/${at}`).join('\n')
    expect(paths(read(text))).toHaveLength(50_000)
    expect(isComplete(read(text))).toBe(false)
  })

  it.each([
    ['plain', manyEntries(1_000)],
    ['packed', gzipSync(manyEntries(1_000))],
  ])('bytes, %s: what the limit allows is read', (_what, content) => {
    const listing = read(content, null, { maxBytes: 20_000 })
    expect(paths(listing).length).toBeGreaterThan(100)
    expect(problemsOf(listing)).toEqual([
      { code: 'too_large', detail: 'The file has more than 20,000 bytes unpacked; the rest is not read.' },
    ])
    expect(isComplete(listing)).toBe(false)
  })
})

describe('a truncated file', () => {
  const whole = manyEntries(3_000)

  it.each([
    ['plain', Buffer.from(whole.slice(0, 100_000))],
    ['packed', gzipSync(whole).subarray(0, 9_000)],
  ])('is read as far as it goes, and nothing is taken for removed: %s', (_what, bytes) => {
    const listing = read(bytes)
    const found = paths(listing)
    expect(found.length).toBeGreaterThan(500)
    expect(paths(read(whole)).slice(0, found.length)).toEqual(found)
    expect(problemsOf(listing)).toEqual([
      {
        code: 'truncated',
        detail: expect.stringMatching(/^The file ends before its end: it is cut off after [\d,]+ entries\.$/),
      },
    ])
    expect(isComplete(listing)).toBe(false)
  })

  it('never gives half an address, wherever it is cut', () => {
    const short = sitemap(`${entry('first', '2026-05-17')}${entry('second-é')}`)
    const bytes = Buffer.from(short)
    const end = short.trimEnd().length + 1
    for (let at = 60; at < end; at += 1) {
      const listing = read(bytes.subarray(0, at))
      expect(['/first', '/second-%C3%A9'].slice(0, paths(listing).length)).toEqual(paths(listing))
      expect(isComplete(listing)).toBe(false)
    }
    expect(isComplete(read(short))).toBe(true)
  })

  it('whose packed bytes were changed is damaged', () => {
    const bytes = gzipSync(whole)
    bytes.fill(0, 9_000, 9_064)
    expect(isComplete(read(bytes))).toBe(false)
  })

  it('as packed text, its last line is not read', () => {
    const text = Array.from({ length: 5_000 }, (_, at) => `https://example.com/${(at * 7_919) % 100_003}/x`).join('\n')
    const listing = read(gzipSync(text).subarray(0, 9_000))
    expect(paths(listing).every((path) => path.endsWith('/x'))).toBe(true)
    expect(problemsOf(listing)).toMatchObject([{ code: 'truncated' }])
  })

  it('of gzip without anything that can be unpacked is unreadable', () => {
    expect(read(gzipSync(whole).subarray(0, 12))).toEqual({
      kind: 'unreadable',
      problem: {
        code: 'truncated',
        detail: 'The file is packed with gzip, and cannot be unpacked: it is cut off or damaged.',
      },
    })
  })
})
