import { gzipSync } from 'node:zlib'
import { describe, expect, it } from '@jest/globals'
import { readListing } from './read-listing.ts'

const sitemap = (declaration: string, word: string) =>
  `<?xml version="1.0"${declaration}?><urlset><url><loc>https://example.com/${word}</loc></url></urlset>`
const read = (bytes: Uint8Array, contentType: string | null = null) =>
  readListing({ url: 'https://example.com/sitemap.xml', contentType, bytes })
const listed = (url: string, ...codes: string[]) => ({
  kind: 'sitemap',
  pages: [{ url: `https://example.com/${url}` }],
  problems: codes.map((code) => ({ code })),
})
const utf16be = (text: string) => Buffer.from(text, 'utf16le').swap16()

describe('an address is read', () => {
  it.each([
    ['in UTF-8', Buffer.from(sitemap('', 'café'))],
    ['in UTF-8 with a byte order mark', Buffer.from(`\ufeff${sitemap('', 'café')}`)],
    ['in UTF-8 that is declared', Buffer.from(sitemap(' encoding="UTF-8"', 'café'))],
    ['in UTF-8 that is declared as Latin-1', Buffer.from(sitemap(' encoding="ISO-8859-1"', 'café'))],
    ['in UTF-8 that is declared as UTF-16', Buffer.from(sitemap(' encoding="UTF-16"', 'café'))],
    ['in UTF-8 that is declared as what no one knows', Buffer.from(sitemap(' encoding="none"', 'café'))],
    ['in Latin-1 that is declared', Buffer.from(sitemap(' encoding="ISO-8859-1"', 'café'), 'latin1')],
    ['in Latin-1 that is declared in single quotes', Buffer.from(sitemap(" encoding='latin1'", 'café'), 'latin1')],
    ['in UTF-16 with a byte order mark', Buffer.from(`\ufeff${sitemap(' encoding="UTF-16"', 'café')}`, 'utf16le')],
    ['in UTF-16 without', Buffer.from(sitemap('', 'café'), 'utf16le')],
    ['in UTF-16, the high byte first', utf16be(`\ufeff${sitemap('', 'café')}`)],
    ['in UTF-16, the high byte first, without', utf16be(sitemap('', 'café'))],
    ['in UTF-16 and packed', gzipSync(Buffer.from(`\ufeff${sitemap('', 'café')}`, 'utf16le'))],
  ])('%s', (_what, bytes) => {
    expect(read(bytes)).toMatchObject(listed('café'))
  })

  it('in the encoding that only the server names', () => {
    expect(read(Buffer.from(sitemap('', 'café'), 'latin1'), 'text/xml; charset=iso-8859-1')).toMatchObject(
      listed('café'),
    )
  })

  it.each([
    ['windows-1251', [0xe4, 0xe0], 'да'],
    ['shift_jis', [0x93, 0xfa], '日'],
    ['gbk', [0xc4, 0xe3], '你'],
  ])('in %s', (encoding, bytes, word) => {
    const [before = '', after = ''] = sitemap(` encoding="${encoding}"`, '|').split('|')
    expect(read(Buffer.concat([Buffer.from(before), Buffer.from(bytes), Buffer.from(after)]))).toMatchObject(
      listed(word),
    )
  })

  it('across the border of two pieces', () => {
    const filler = '<!-- é -->'.repeat(20_000)
    for (const offset of [0, 1, 2]) {
      const text = `${' '.repeat(offset)}<urlset>${filler}<url><loc>https://example.com/café</loc></url></urlset>`
      expect(read(Buffer.from(text))).toMatchObject(listed('café'))
    }
  })
})

describe('a wrong encoding is survived, and said', () => {
  it('Latin-1 that is declared as UTF-8', () => {
    expect(read(Buffer.from(sitemap(' encoding="UTF-8"', 'café'), 'latin1'))).toEqual({
      kind: 'sitemap',
      pages: [{ url: 'https://example.com/café', lastmod: null }],
      hub: null,
      problems: [
        {
          code: 'encoding',
          detail: 'The file is not in the encoding that it names (utf-8); it is read as windows-1252.',
        },
      ],
    })
  })

  it('Latin-1 that is not declared, found only after megabytes of ASCII', () => {
    const entries = Array.from({ length: 30_000 }, (_, at) => `<url><loc>https://example.com/${at}</loc></url>`).join(
      '',
    )
    const bytes = Buffer.from(`<urlset>${entries}<url><loc>https://example.com/café</loc></url></urlset>`, 'latin1')
    const listing = read(bytes)
    if (listing.kind !== 'sitemap') throw new Error(listing.kind)
    expect(listing.pages).toHaveLength(30_001)
    expect(listing.pages.at(-1)).toEqual({ url: 'https://example.com/café', lastmod: null })
    expect(listing.problems).toEqual([
      { code: 'encoding', detail: 'The file names no encoding and is not UTF-8; it is read as windows-1252.' },
    ])
  })

  it('UTF-8 that breaks off within a character is truncated, not another encoding', () => {
    const whole = Buffer.from(sitemap('', 'é'))
    const listing = read(whole.subarray(0, whole.indexOf(0xc3) + 1))
    expect(listing).toMatchObject({
      kind: 'sitemap',
      pages: [],
      problems: [{ code: 'truncated' }, { code: 'no_pages' }],
    })
  })
})
