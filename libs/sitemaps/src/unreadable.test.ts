import { deflateSync, gzipSync } from 'node:zlib'
import { describe, expect, it } from '@jest/globals'
import { isComplete, type Listing } from './listing.ts'
import { readListing } from './read-listing.ts'

const read = (content: string | Uint8Array, contentType: string | null = 'application/xml') =>
  readListing({
    url: 'https://example.com/sitemap.xml',
    contentType,
    bytes: typeof content === 'string' ? Buffer.from(content) : content,
  })
const unreadable = (code: string, detail: string) => ({ kind: 'unreadable', problem: { code, detail } })
const webPage = unreadable(
  'html',
  'The address answers with a web page (HTML), such as an error page, and not with a sitemap or feed.',
)
const doctype = unreadable(
  'doctype',
  'The file has a document type (<!DOCTYPE>), which no sitemap or feed needs, and is not read.',
)

describe('an HTML page with 200 is no sitemap', () => {
  it.each([
    ['with a document type', '<!doctype html><title>Not found</title><p>https://example.com/'],
    ['in upper case, after a comment', '<!-- cached --><!DOCTYPE HTML PUBLIC "-//W3C//DTD HTML 4.01//EN"><HTML><P>'],
    ['of XHTML', '<?xml version="1.0"?><!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Strict//EN" "x"><html/>'],
    ['without a document type', '<html><head><title>503</title></head><body><h1>Maintenance</h1></body></html>'],
    ['as a fragment', '<div class="error">Too many requests</div>'],
    [
      'of the warnings of PHP before the sitemap',
      '<br />\n<b>Warning</b>: x in y.php<br /><?xml version="1.0"?><urlset/>',
    ],
    ['packed', gzipSync('<!doctype html><p>x')],
  ])('%s', (_what, content) => {
    expect(read(content)).toEqual(webPage)
  })

  it('whatever its elements, if the header is that of HTML', () => {
    expect(read('<app-root></app-root>', 'text/html; charset=utf-8')).toEqual(webPage)
    expect(read('Loading …', 'text/html')).toEqual(webPage)
  })
})

describe('a document type is not read', () => {
  const entities = Array.from({ length: 9 }, (_, at) => `<!ENTITY lol${at + 1} "${`&lol${at || ''};`.repeat(10)}">`)
  const bomb =
    `<?xml version="1.0"?><!DOCTYPE lolz [<!ENTITY lol "lol">${entities.join('')}]>` +
    '<urlset><url><loc>https://example.com/&lol9;</loc></url></urlset>'

  it.each([
    ['of an XML bomb', bomb],
    [
      'of an external entity',
      '<!DOCTYPE r [<!ENTITY x SYSTEM "file:///etc/passwd">]><urlset><url><loc>&x;</loc></url></urlset>',
    ],
    ['of an external definition', '<!DOCTYPE rss PUBLIC "-//Netscape//DTD RSS 0.91//EN" "x.dtd"><rss><channel/></rss>'],
    ['in small letters', '<!doctype urlset><urlset><url><loc>https://example.com/</loc></url></urlset>'],
    ['behind the entries', '<urlset><url><loc>https://example.com/</loc></url></urlset><!DOCTYPE x>'],
    ['packed', gzipSync(bomb)],
  ])('%s', (_what, content) => {
    expect(read(content)).toEqual(doctype)
  })
})

describe('an empty file', () => {
  it.each([
    ['of no bytes', ''],
    ['of white space', ' \r\n\t\n'],
    ['of a byte order mark', '\ufeff'],
    ['of nothing, packed', gzipSync('')],
  ])('is reported: %s', (_what, content) => {
    expect(read(content)).toEqual(unreadable('empty', 'The file is empty.'))
  })

  it.each([
    [
      'a sitemap',
      '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"></urlset>',
      'The sitemap lists no page.',
    ],
    ['a self-closing sitemap', '<?xml version="1.0"?><urlset/>', 'The sitemap lists no page.'],
    ['RSS', '<rss version="2.0"><channel><title>x</title></channel></rss>', 'The feed lists no page.'],
    ['Atom', '<feed xmlns="http://www.w3.org/2005/Atom"><title>x</title></feed>', 'The feed lists no page.'],
    ['JSON Feed', '{"version":"https://jsonfeed.org/version/1","items":[]}', 'The feed lists no page.'],
  ])('without pages is read, but nothing is taken for removed: %s', (_what, content, detail) => {
    const listing = read(content) as Exclude<Listing, { kind: 'unreadable' }>
    expect(listing.problems).toEqual([{ code: 'no_pages', detail }])
    expect(isComplete(listing)).toBe(false)
  })
})

describe('what is neither a sitemap nor a feed is named:', () => {
  it.each([
    ['other XML', '<?xml version="1.0"?><opml version="2.0"/>', 'its first element is "<opml>".'],
    ['an error of a store', '<Error><Code>AccessDenied</Code></Error>', 'its first element is "<Error>".'],
    ['a long name', `<${'x'.repeat(500)}>`, `its first element is "<${'x'.repeat(78)}…".`],
    [
      'the name of a property of every object',
      '<constructor><url/></constructor>',
      'its first element is "<constructor>".',
    ],
    ['a document type that does not end', '<!DOCTYPE urlset [<!ENTITY a "b"', 'it has no complete XML element.'],
    ['a comment', '<!-- nothing -->', 'it has no complete XML element.'],
    ['text', 'Not Found', 'it is text in which most lines are no web address.'],
    [
      'a picture',
      Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'),
      'it is text in which most lines are no web address.',
    ],
    ['zlib without gzip', deflateSync('<urlset/>'), 'it is text in which most lines are no web address.'],
  ])('%s', (_what, content, why) => {
    expect(read(content)).toEqual(unreadable('unknown_format', `The file is neither a sitemap nor a feed: ${why}`))
  })

  it('JSON', () => {
    expect(read('{"error":"not found"}')).toEqual(
      unreadable('unknown_format', 'The file is JSON, but no JSON Feed: it has no list "items".'),
    )
    expect(read('{"items":[{"url":"https://exam')).toEqual(
      unreadable('malformed', 'The file is JSON that cannot be read; it may be cut off.'),
    )
  })
})

describe('XML that is not well-formed is read where it can be, and nothing is taken for removed', () => {
  it.each([
    [
      'an entry that is not closed',
      '<urlset><url><loc>https://example.com/a</loc><url><loc>https://example.com/b</loc></url></urlset>',
    ],
    [
      'an address that is not closed',
      '<urlset><url><loc>https://example.com/a</loc></url><url><loc>https://example.com/b</url></urlset>',
    ],
    ['two sitemaps in one file', '<urlset><url><loc>https://example.com/a</loc></url></urlset><urlset></urlset>'],
  ])('%s', (_what, content) => {
    const listing = read(content) as Exclude<Listing, { kind: 'unreadable' }>
    expect(listing.problems.map(({ code }) => code)).toContain('malformed')
    expect(isComplete(listing)).toBe(false)
  })
})
