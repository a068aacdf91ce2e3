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
})
