import { gzipSync } from 'node:zlib'
import { describe, expect, it } from '@jest/globals'
import { isComplete, type ProblemCode } from './listing.ts'
import { readListing } from './read-listing.ts'

const read = (bytes: Uint8Array) => readListing({ url: 'https://example.com/sitemap.xml', contentType: null, bytes })
const megabytes = (text: string, count: number) => Buffer.alloc(count * 1_048_576, text)
const within = (start: string, filler: Buffer, end = '') =>
  Buffer.concat([Buffer.from(start), filler, Buffer.from(end)])
const page = '<url><loc>https://example.com/</loc></url>'

describe('a hostile file is read within the deadline of its thread:', () => {
  it.each<[string, ProblemCode | null, Uint8Array]>([
    ['gzip that unpacks to 200 MB of zeros', 'unknown_format', gzipSync(megabytes('\0', 200))],
    ['gzip that unpacks to 200 MB of white space', 'too_large', gzipSync(megabytes(' ', 200))],
    ['gzip that unpacks to 200 MB of entries', 'too_many', gzipSync(within('<urlset>', megabytes(page, 200)))],
    ['elements nested 2 million deep', 'malformed', within('<urlset>', megabytes('<a>', 12))],
    ['an entry nested 2 million deep', 'malformed', within('<urlset>', megabytes('<url>', 12))],
    ['end tags without start tags', null, within('<urlset>', megabytes('</a>', 12), `${page}</urlset>`)],
    ['millions of attributes', 'unknown_format', within('<urlset ', megabytes('a="1" ', 12))],
    ['a start tag of 12 MB', 'unknown_format', within('<urlset', megabytes('x', 12))],
    ['an attribute of 12 MB', 'unknown_format', within('<urlset a="', megabytes('x', 12))],
    ['a comment of 12 MB', 'malformed', within('<urlset><!--', megabytes('-x', 12))],
    ['a CDATA section of 12 MB', 'malformed', within('<urlset><url><loc><![CDATA[', megabytes(']]x', 12))],
    ['a processing instruction of 12 MB', 'unknown_format', within('<?', megabytes('x ', 12))],
    [
      'an address of 12 MB',
      'no_pages',
      within('<urlset><url><loc>https://example.com/', megabytes('x', 12), '</loc></url></urlset>'),
    ],
    [
      'an address of references',
      'no_pages',
      within('<urlset><url><loc>', megabytes('&#65;', 12), '</loc></url></urlset>'),
    ],
    ['half a reference', 'truncated', within('<urlset><url><loc>&', megabytes('#', 12))],
    ['a million declarations of namespaces', 'truncated', within('<urlset>', megabytes('<a xmlns:b="c"/>', 12))],
    ['a line of 12 MB', 'unknown_format', within('https://example.com/', megabytes('x', 12))],
    ['millions of lines', 'empty', megabytes('\n\r', 12)],
    ['JSON of 12 MB', 'too_large', within('{"items":[', megabytes('1,', 12))],
    ['JSON nested 5 million deep', 'malformed', within('{"items":', megabytes('[', 5))],
    [
      'a date of 12 MB',
      'bad_date',
      within('<urlset><url><lastmod>', megabytes('Mon, ', 12), `</lastmod>${page.slice(5)}</urlset>`),
    ],
  ])('%s', (_what, code, bytes) => {
    const before = process.cpuUsage()
    const listing = read(bytes)
    const problems = listing.kind === 'unreadable' ? [listing.problem] : listing.problems
    expect(problems[0]?.code ?? null).toBe(code)
    // Of the processor, since the machine of a test may be busy.
    expect(process.cpuUsage(before).user / 1_000).toBeLessThan(5_000)
  })

  it('entries behind what cannot be read do not count as complete', () => {
    const listing = read(within(`<urlset>${page}`, megabytes('<a>', 1)))
    expect(listing).toMatchObject({ kind: 'sitemap', pages: [{ url: 'https://example.com/' }] })
    expect(isComplete(listing)).toBe(false)
  })
})
