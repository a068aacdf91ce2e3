import { describe, expect, it } from '@jest/globals'
import { readListing } from './read-listing.ts'

const feedUrl = 'https://example.com/blog/feed'
const read = (content: string) => readListing({ url: feedUrl, contentType: null, bytes: Buffer.from(content) })
const rss = (content: string) =>
  `<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom" xmlns:dc="http://purl.org/dc/elements/1.1/"><channel>
  <title>Blog</title><link>https://example.com/</link><pubDate>Fri, 01 May 2026 00:00:00 GMT</pubDate>
  ${content}</channel></rss>`
const atom = (content: string, attributes = '') =>
  `<?xml version="1.0" encoding="utf-8"?><feed xmlns="http://www.w3.org/2005/Atom"${attributes}><title>Blog</title>
  <link href="https://example.com/"/><updated>2026-05-17T00:00:00Z</updated>${content}</feed>`
const page = (url: string, lastmod: string | null = null) => ({ url, lastmod })

describe('RSS', () => {
  it('2.0 is read', () => {
    const item = `<item><title>A</title><link>https://example.com/a?x=1&amp;y=2</link>
      <guid isPermaLink="false">17</guid><pubDate>Sun, 17 May 2026 08:30:00 +0200</pubDate></item>`
    expect(read(rss(item))).toEqual({
      kind: 'rss',
      pages: [page('https://example.com/a?x=1&y=2', '2026-05-17T06:30:00.000Z')],
      hub: null,
      problems: [],
    })
  })

  it.each([
    ['the link', '<link>https://example.com/a</link><guid>https://example.com/b</guid>'],
    ['the guid, without link', '<guid>https://example.com/a</guid>'],
    ['the guid that says it is one', '<guid isPermaLink="true">https://example.com/a</guid>'],
    ['the guid, with an empty link', '<link/><guid>https://example.com/a</guid>'],
    ['a link in CDATA', '<link><![CDATA[ https://example.com/a ]]></link>'],
    ['a relative link', '<link>../a</link>'],
    ['the link and not that of Atom', '<atom:link href="https://example.com/x"/><link>https://example.com/a</link>'],
    [
      'the link and not that of a source',
      '<source><link>https://x.example/</link></source><link>https://example.com/a</link>',
    ],
    ['the link behind a picture', '<enclosure url="https://example.com/i.mp3"/><link>https://example.com/a</link>'],
    [
      'the link behind markup that is not escaped',
      '<description><p>x<br/></p></description><link>https://example.com/a</link>',
    ],
  ])('gives the address of an item: %s', (_what, fields) => {
    expect(read(rss(`<item>${fields}</item>`))).toMatchObject({ pages: [page('https://example.com/a')], problems: [] })
  })

  it('leaves out an item that has no address, which the format allows', () => {
    const items = '<item><title>x</title></item><item><guid isPermaLink="false">1</guid></item>'
    expect(read(rss(`${items}<item><link>https://example.com/a</link></item>`))).toMatchObject({
      pages: [page('https://example.com/a')],
      problems: [],
    })
  })

  it.each([
    ['pubDate', '<pubDate>Sun, 17 May 2026 08:30:00 GMT</pubDate>'],
    ['the date of Dublin Core', '<dc:date>2026-05-17T08:30:00Z</dc:date>'],
    [
      'the change that Atom names before pubDate',
      '<pubDate>Fri, 01 May 2026 00:00:00 GMT</pubDate><atom:updated>2026-05-17T08:30:00Z</atom:updated>',
    ],
    ['the date that can be read', '<pubDate>soon</pubDate><dc:date>2026-05-17T08:30:00Z</dc:date>'],
  ])('gives the date of an item: %s', (_what, fields) => {
    expect(read(rss(`<item><link>https://example.com/a</link>${fields}</item>`))).toMatchObject({
      pages: [page('https://example.com/a', '2026-05-17T08:30:00.000Z')],
      problems: [],
    })
  })

  it('1.0 is read, whose items stand beside the channel', () => {
    const rdf = `<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/"
      xmlns:dc="http://purl.org/dc/elements/1.1/">
      <channel rdf:about="https://example.com/"><link>https://example.com/</link>
      <items><rdf:Seq><rdf:li resource="https://example.com/a"/></rdf:Seq></items></channel>
      <item rdf:about="https://example.com/a"><title>A</title><link>https://example.com/a</link>
      <dc:date>2026-05-17</dc:date></item></rdf:RDF>`
    expect(read(rdf)).toMatchObject({ kind: 'rss', pages: [page('https://example.com/a', '2026-05-17')], problems: [] })
  })
})

describe('Atom', () => {
  it('is read', () => {
    const entry = `<entry><title>A</title><id>tag:example.com,2026:1</id><published>2026-01-01T00:00:00Z</published>
      <link rel="alternate" type="text/html" href="https://example.com/a"/><updated>2026-05-17T10:30:00+02:00</updated>
      <content type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml"><link href="https://x.example/"/></div></content>
      </entry>`
    expect(read(atom(entry))).toEqual({
      kind: 'atom',
      pages: [page('https://example.com/a', '2026-05-17T08:30:00.000Z')],
      hub: null,
      problems: [],
    })
  })

  it.each([
    ['a link without rel', '<link href="https://example.com/a"/>'],
    [
      'beside its own address and comments',
      '<link rel="self" href="/s"/><link rel="replies" href="/r"/><link href="https://example.com/a"/>',
    ],
    ['a rel in full', '<link rel="http://www.iana.org/assignments/relation/alternate" href="https://example.com/a"/>'],
    [
      'the web page of several',
      '<link type="application/json" href="/j"/><link type="text/html" href="https://example.com/a"/>',
    ],
    [
      'the first of several web pages',
      '<link href="https://example.com/a"/><link hreflang="de" href="https://example.com/de"/>',
    ],
    ['a relative one', '<link href="../a"/>'],
    [
      'of the source of an entry, it is not that',
      '<source><link href="https://x.example/"/></source><link href="https://example.com/a"/>',
    ],
  ])('gives the address of an entry: %s', (_what, links) => {
    expect(read(atom(`<entry>${links}</entry>`))).toMatchObject({
      pages: [page('https://example.com/a')],
      problems: [],
    })
  })

  it('resolves relative addresses against xml:base, that of the feed and of the entry', () => {
    const entries = '<entry xml:base="2026/"><link href="a"/></entry><entry><link href="b"/></entry>'
    expect(read(atom(entries, ' xml:base="/notes/"'))).toMatchObject({
      pages: [page('https://example.com/notes/2026/a'), page('https://example.com/notes/b')],
    })
  })

  it('leaves out an address that its base makes too long', () => {
    const base = ` xml:base="https://example.com/${'x'.repeat(3_000)}/"`
    const listing = read(atom('<entry><link href="a"/></entry><entry><link href="/b"/></entry>', base))
    expect(listing).toMatchObject({ pages: [page('https://example.com/b')], problems: [{ code: 'bad_address' }] })
  })

  it('with a prefix is read', () => {
    const entry = '<a:entry><a:link href="https://example.com/a"/></a:entry>'
    expect(read(`<a:feed xmlns:a="http://www.w3.org/2005/Atom">${entry}</a:feed>`)).toMatchObject({
      kind: 'atom',
      pages: [page('https://example.com/a')],
    })
  })

  it('falls back to the date of publication', () => {
    const entry = '<entry><link href="/a"/><published>2026-05-17T08:30:00Z</published></entry>'
    expect(read(atom(entry))).toMatchObject({ pages: [page('https://example.com/a', '2026-05-17T08:30:00.000Z')] })
  })
})

describe('JSON Feed', () => {
  const json = (items: object[], rest: object = {}) =>
    read(JSON.stringify({ version: 'https://jsonfeed.org/version/1.1', title: 'Blog', items, ...rest }))

  it('is read', () => {
    const items = [
      { id: '1', url: 'https://example.com/a', date_published: '2026-01-01', date_modified: '2026-05-17T08:30:00Z' },
      { id: '2', url: '/b', date_published: '2026-05-17T10:30:00+02:00' },
      { id: 'https://example.com/c', external_url: 'https://x.example/' },
      { id: '4', content_text: 'a note without a page' },
    ]
    expect(json(items)).toEqual({
      kind: 'json_feed',
      pages: [
        page('https://example.com/a', '2026-05-17T08:30:00.000Z'),
        page('https://example.com/b', '2026-05-17T08:30:00.000Z'),
        page('https://example.com/c'),
      ],
      hub: null,
      problems: [],
    })
  })

  it('names its hub', () => {
    const hubs = [
      { type: 'rssCloud', url: 'https://cloud.example/' },
      { type: 'WebSub', url: 'https://hub.example/' },
    ]
    const items = [{ url: '/a' }]
    expect(json(items, { hubs, feed_url: 'https://example.com/feed.json' })).toMatchObject({
      hub: { hub: 'https://hub.example/', topic: 'https://example.com/feed.json' },
    })
    expect(json(items, { hubs })).toMatchObject({ hub: { hub: 'https://hub.example/', topic: feedUrl } })
  })

  it.each([
    ['items that are no objects', [null, 1, 'x', ['https://example.com/x'], { url: '/a' }], {}],
    [
      'fields of other types',
      [
        { url: 1, id: {}, date_modified: [] },
        { url: '/a', date_published: 5 },
      ],
      {},
    ],
    ['hubs of other types', [{ url: '/a' }], { hubs: { url: 'https://hub.example/' }, feed_url: 5 }],
    ['hubs without address', [{ url: '/a' }], { hubs: [{ type: 'WebSub' }, null] }],
  ])('ignores what is not as the format says: %s', (_what, items, rest) => {
    expect(json(items as object[], rest)).toMatchObject({
      pages: [page('https://example.com/a')],
      hub: null,
      problems: [],
    })
  })
})

describe('a feed names its hub (WebSub)', () => {
  const entry = '<entry><link href="/a"/></entry>'
  const item = '<item><link>https://example.com/a</link></item>'
  const both = '<link rel="hub" href="https://hub.example/"/><link rel="self" href="https://example.com/feed"/>'

  it.each([
    ['in Atom', atom(`${both}${entry}`), 'https://example.com/feed'],
    ['behind the entries', atom(`${entry}${both}`), 'https://example.com/feed'],
    ['in RSS', rss(both.replaceAll('<link', '<atom:link') + item), 'https://example.com/feed'],
    [
      'in RSS, with another prefix',
      rss(both.replaceAll('<link', '<a10:link xmlns:a10="http://www.w3.org/2005/Atom"') + item),
      'https://example.com/feed',
    ],
    [
      'in RSS, without prefix',
      rss(both.replaceAll('<link', '<link xmlns="http://www.w3.org/2005/Atom"') + item),
      'https://example.com/feed',
    ],
    ['without its own address', atom(`<link rel="hub" href="https://hub.example/"/>${entry}`), feedUrl],
    [
      'first of several',
      atom(`${both}<link rel="hub" href="https://hub2.example/"/>${entry}`),
      'https://example.com/feed',
    ],
  ])('%s', (_what, content, topic) => {
    expect(read(content)).toMatchObject({
      pages: [page('https://example.com/a')],
      hub: { hub: 'https://hub.example/', topic },
    })
  })

  it.each([
    ['in an entry', atom(`<entry><link rel="hub" href="https://hub.example/"/><link href="/a"/></entry>`)],
    ['that is no web address', atom(`<link rel="hub" href="javascript:1"/>${entry}`)],
    ['without address', atom(`<link rel="hub"/>${entry}`)],
  ])('but not %s', (_what, content) => {
    expect(read(content)).toMatchObject({ pages: [page('https://example.com/a')], hub: null })
  })
})
