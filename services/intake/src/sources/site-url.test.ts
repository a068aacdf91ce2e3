import { describe, expect, it } from '@jest/globals'
import { siteUrl } from './site-url.ts'

describe('a URL of example.com', () => {
  it.each([
    ['https://example.com', 'https://example.com/'],
    ['http://example.com/a#b', 'http://example.com/a'],
    ['https://www.example.com/ä', 'https://www.example.com/%C3%A4'],
    ['HTTPS://BLOG.EXAMPLE.COM/', 'https://blog.example.com/'],
  ])('is %s', (text, url) => {
    expect(siteUrl(text, 'example.com')).toEqual({ ok: true, url })
    expect(siteUrl(text, 'www.example.com')).toEqual({ ok: true, url })
  })

  it.each([
    ['https://example.org/', 'ignored', 'url of another host'],
    ['https://example.com.evil.net/', 'ignored', 'url of another host'],
    ['https://evilexample.com/', 'ignored', 'url of another host'],
    ['https://example.com@evil.net/', 'unmapped', 'the url is refused: contains a user name or password'],
    ['//example.com/', 'unmapped', 'the url is refused: not an absolute URL'],
    ['javascript:alert(1)', 'unmapped', 'the url is refused: neither http nor https'],
  ])('is not %s', (text, verdict, reason) => {
    expect(siteUrl(text, 'example.com')).toEqual({ ok: false, verdict, reason })
  })
})
