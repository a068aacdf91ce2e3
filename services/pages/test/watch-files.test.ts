import { gzipSync } from 'node:zlib'
import { describe, expect, it } from '@jest/globals'
import { site } from './use-pages.ts'
import {
  dated,
  type Entry,
  entries,
  firstScan,
  key,
  putWatch,
  serveFile,
  sitemap,
  useWatches,
  watches,
} from './use-watches.ts'

// What a watch says of each kind of file that sites really serve, as its owner reads it. What the parser does with more of
// them is in libs/sitemaps.

useWatches()

const path = '/sitemap.xml'
const bom = '\ufeff'
const xml = { 'content-type': 'application/xml' }

function serveBytes(bytes: Uint8Array, headers: Record<string, string> = xml): void {
  site.handlers.set(path, (_request, response) => response.writeHead(200, headers).end(bytes))
}

const urlset = (urls: string[]): string =>
  `<urlset>${urls.map((url) => `<url><loc>${url}</loc></url>`).join('')}</urlset>`
const index = (paths: string[]): string =>
  `<sitemapindex>${paths.map((one) => `<sitemap><loc>${site.origin}${one}</loc></sitemap>`).join('')}</sitemapindex>`

/** An index of an index of an index. */
function serveIndexes(): void {
  serveFile(path, index(['/second.xml', '/pages.xml']))
  serveFile('/second.xml', index(['/third.xml']))
  serveFile('/third.xml', index(['/beyond.xml']))
  serveFile('/pages.xml', sitemap(dated(30)))
}

const bomb = `<!DOCTYPE lolz [<!ENTITY lol "lol">${Array.from(
  { length: 9 },
  (_, at) => `<!ENTITY lol${at + 1} "${`&lol${at || ''};`.repeat(10)}">`,
).join('')}]>`

type Said = { code: string; detail: string; file?: string }
type Case = { serve: () => void; outcome: 'ok' | 'partial' | 'failed'; found: number; says?: (file: string) => Said[] }
const of = (code: string, detail: string) => (file: string) => [{ code, detail, file }]

const cases: Record<string, Case> = {
  'an index in an index in an index': {
    serve: serveIndexes,
    outcome: 'partial',
    found: 30,
    says: () => [
      {
        code: 'too_deep',
        detail: 'It is an index that an index of an index names, which is not read.',
        file: `${site.origin}/third.xml`,
      },
    ],
  },
  'gzip that no header names': { serve: () => serveBytes(gzipSync(sitemap(dated(30)))), outcome: 'ok', found: 30 },
  'plain text that its content type calls gzip': {
    serve: () => serveBytes(Buffer.from(sitemap(dated(30))), { 'content-type': 'application/gzip' }),
    outcome: 'ok',
    found: 30,
  },
  'gzip that was compressed once more on its way': {
    serve: () => serveBytes(gzipSync(gzipSync(sitemap(dated(30)))), { ...xml, 'content-encoding': 'gzip' }),
    outcome: 'ok',
    found: 30,
  },
  'plain text whose content encoding says gzip': {
    serve: () => serveBytes(Buffer.from(sitemap(dated(30))), { ...xml, 'content-encoding': 'gzip' }),
    outcome: 'failed',
    found: 0,
    says: of('unreadable', 'The body does not decode as its encoding says.'),
  },
  'a byte order mark': { serve: () => serveFile(path, bom + sitemap(dated(30))), outcome: 'ok', found: 30 },
  'a wrong encoding': {
    serve: () => serveBytes(Buffer.from(sitemap([{ path: '/café' }, ...dated(30)]), 'latin1')),
    outcome: 'ok',
    found: 31,
    says: of('encoding', 'The file is not in the encoding that it names (utf-8); it is read as windows-1252.'),
  },
  'a page of a foreign host': {
    serve: () => serveFile(path, urlset(['https://elsewhere.example/a', `${site.origin}/b`])),
    outcome: 'ok',
    found: 1,
    says: () => [{ code: 'foreign_pages', detail: 'One page is not on 127.0.0.1, and left out.' }],
  },
  'pages of foreign hosts': {
    serve: () => serveFile(path, urlset(['https://elsewhere.example/a', 'https://other.example/b'])),
    outcome: 'ok',
    found: 0,
    says: () => [{ code: 'foreign_pages', detail: '2 pages are not on 127.0.0.1, and left out.' }],
  },
  'an end in the middle': {
    serve: () => serveFile(path, sitemap(dated(30)).slice(0, -40)),
    outcome: 'partial',
    found: 29,
    says: of('truncated', 'The file ends before its end: it is cut off after 29 entries.'),
  },
  'an HTML error page with status 200': {
    serve: () => serveFile(path, '<!doctype html><title>Oops</title><p>Try again.', { 'content-type': 'text/html' }),
    outcome: 'failed',
    found: 0,
    says: of(
      'html',
      'The address answers with a web page (HTML), such as an error page, and not with a sitemap or feed.',
    ),
  },
  'an XML bomb': {
    serve: () => serveFile(path, bomb + urlset([`${site.origin}/&lol9;`])),
    outcome: 'failed',
    found: 0,
    says: of('doctype', 'The file has a document type (<!DOCTYPE>), which no sitemap or feed needs, and is not read.'),
  },
  'a redirect to itself': {
    serve: () => site.pages.set(path, { status: 302, headers: { location: path } }),
    outcome: 'failed',
    found: 0,
    says: of('too_many_redirects', 'More than 5 redirects.'),
  },
}

describe('a watch says what is wrong with its file, and reads what it can:', () => {
  it.each(Object.entries(cases))('%s', async (_what, { serve, outcome, found, says = () => [] }) => {
    serve()
    await putWatch()
    expect(await firstScan()).toMatchObject({ outcome, found, missing: 0, problems: says(`${site.origin}${path}`) })
  })
})

describe('a watch says which dates it trusts:', () => {
  const byWords = 'so pages are compared by their words.'
  const build = Array.from({ length: 30 }, (_, n): Entry => ({ path: `/${n}`, lastmod: `2026-11-02T08:00:${n + 10}Z` }))
  const times = dated(30).map((one): Entry => ({ ...one, lastmod: `${one.lastmod}T08:30:00Z` }))

  it.each<[string, boolean, Entry[], string]>([
    ['no dates', false, entries(build.map((one) => one.path)), `The file has no dates, ${byWords}`],
    ['one date for all', false, build, `All 30 pages have the date 2026-11-02, the day of a build, ${byWords}`],
    [
      'dates without time',
      true,
      dated(30),
      'The dates are trusted; they name days, so a page of the day of a scan is looked at again: ' +
        'a second change does not show.',
    ],
    ['dates with time', true, times, 'The dates are trusted: a page is looked at when its date changes.'],
  ])('%s', async (_what, isTrusted, listed, dates) => {
    serveFile(path, sitemap(listed))
    await putWatch()
    expect(await firstScan()).toMatchObject({ outcome: 'ok', found: 30, problems: [] })
    expect(await watches.getWatch(key)).toMatchObject({ files: [{ dates_are_trusted: isTrusted, dates }] })
  })
})
