import { describe, expect, it } from '@jest/globals'
import iconv from 'iconv-lite'
import { decodeText, readCharset } from './charset.ts'

const read = (bytes: Buffer, contentType: string | null = null) => decodeText(bytes, readCharset(bytes, contentType))

describe('the charset of a page', () => {
  it.each([
    ['the byte order mark before the header', Buffer.from('\uFEFFé'), 'text/html; charset=windows-1252', 'é'],
    ['the header before the tag', Buffer.from('<meta charset=windows-1252>é'), 'text/html; charset=utf-8', 'é'],
    ['the tag', iconv.encode('<meta charset="shift_jis">鐘', 'shift_jis'), 'text/html', '鐘'],
    [
      'http-equiv',
      iconv.encode('<meta http-equiv=Content-Type content="text/html; charset=koi8-r">й', 'koi8-r'),
      null,
      'й',
    ],
    ['UTF-16', Buffer.from('\uFEFFé', 'utf16le'), null, 'é'],
    ['an encoding that only iconv knows', iconv.encode('<meta charset=cp437>é', 'cp437'), null, 'é'],
    ['UTF-8 where the name is unknown', Buffer.from('é'), 'text/html; charset=nonsense', 'é'],
  ])('is taken from %s', (_from, bytes, contentType, text) => {
    expect(read(bytes, contentType).endsWith(text)).toBe(true)
  })

  it('replaces what is no UTF-8 and goes on', () => {
    expect(read(Buffer.from([0x61, 0xff, 0x62]))).toBe('a\uFFFDb')
  })

  it('is not taken from a tag in a comment or after 1,024 bytes', () => {
    const late = `<!-- <meta charset=koi8-r> -->${' '.repeat(1024)}<meta charset=koi8-r>`
    expect(readCharset(Buffer.from(late), null)).toEqual({ bom: null, header: null, meta: null })
  })

  it.each([
    ['<meta charset=utf-8>', 'utf-8'],
    ['<META CharSet = "UTF-8" >', 'UTF-8'],
    ["<meta\ncharset='utf-8'/>", 'utf-8'],
    ['<meta/charset=utf-8 />', 'utf-8'],
    ['<meta name=x content="a>b" charset=utf-8>', 'utf-8'],
    ['<meta content="text/html;charset=utf-8" http-equiv="Content-Type">', 'utf-8'],
    ['<meta http-equiv=content-type content=text/html;charset=utf-8>', 'utf-8'],
    ['<title>é</title><!-- <meta charset=koi8-r> --><meta charset=utf-8>', 'utf-8'],
    ['<!--><meta charset=utf-8>', 'utf-8'],
    ['<meta charset=koi8-r charset=utf-8>', 'koi8-r'],
  ])('is read from %s', (html, expected) => {
    expect(readCharset(Buffer.from(html), null).meta).toBe(expected)
  })

  it.each([
    '<meta name="description" content="what charset=utf-8 means">',
    '<meta data-charset=utf-8>',
    '<metal charset=utf-8>',
    '<meta content="text/html; charset=utf-8">',
    '<meta http-equiv=refresh content="0; charset=utf-8">',
    '<!-- <meta charset=utf-8>',
    '<meta charset=utf-8',
    '<meta charset="utf-8>',
    `${' '.repeat(1003)}<meta charset="utf-8">`,
  ])('is not read from %s', (html) => {
    expect(readCharset(Buffer.from(html), null).meta).toBeNull()
  })

  it('is read from a tag that ends with byte 1,024', () => {
    expect(readCharset(Buffer.from(`${' '.repeat(1002)}<meta charset="utf-8">`), null).meta).toBe('utf-8')
  })

  it('is not UTF-16 by a tag that is readable as ASCII', () => {
    expect(read(Buffer.from('<meta charset=utf-16>é'))).toBe('<meta charset=utf-16>é')
  })

  it.each([
    ['text/html;charset="utf-8"', 'utf-8'],
    ['text/html; foo=bar; CHARSET=utf-8; x', 'utf-8'],
    ['text/html', null],
  ])('of the header %s is %s', (contentType, expected) => {
    expect(readCharset(Buffer.from(''), contentType).header).toBe(expected)
  })
})
