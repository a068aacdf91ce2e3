import { expect, it } from '@jest/globals'
import { parseSitemap } from './parse-sitemap.ts'

const urlset = (content: string) =>
  `<?xml version="1.0"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${content}</urlset>`

it('reads the URLs of a sitemap in their order', () => {
  const text = urlset('<url><loc>\n  https://example.com/b\n</loc></url><url><loc>https://example.com/a</loc></url>')
  expect(parseSitemap(text)).toEqual({ isIndex: false, urls: ['https://example.com/b', 'https://example.com/a'] })
})

it('reads the sitemaps of an index', () => {
  const text = '<sitemapindex><sitemap><loc>https://example.com/s.xml.gz</loc></sitemap></sitemapindex>'
  expect(parseSitemap(text)).toEqual({ isIndex: true, urls: ['https://example.com/s.xml.gz'] })
})

it.each([
  ['entities', '<loc>https://example.com/?a=1&amp;b=&#50;&#x33;</loc>', 'https://example.com/?a=1&b=23'],
  ['an entity that XML does not know', '<loc>https://example.com/?a&nbsp;b</loc>', 'https://example.com/?a&nbsp;b'],
  [
    'CDATA, which has no entities',
    '<loc><![CDATA[https://example.com/?a&amp;b]]></loc>',
    'https://example.com/?a&amp;b',
  ],
  ['an attribute', '<loc xml:space="preserve">https://example.com/</loc>', 'https://example.com/'],
])('reads %s', (_what, loc, url) => {
  expect(parseSitemap(urlset(`<url>${loc}</url>`))?.urls).toEqual([url])
})

it('leaves out images, videos, other languages and comments', () => {
  const text = urlset(`<url><loc>https://example.com/</loc>
    <image:image><image:loc>https://example.com/tea.jpg</image:loc></image:image>
    <video:video><video:content_loc>https://example.com/tea.mp4</video:content_loc></video:video>
    <xhtml:link rel="alternate" hreflang="de" href="https://example.com/de/"/>
    <!-- <loc>https://example.com/draft</loc> --></url>`)
  expect(parseSitemap(text)?.urls).toEqual(['https://example.com/'])
})

it('reads an empty sitemap, and nothing that is no sitemap', () => {
  expect(parseSitemap(urlset(''))).toEqual({ isIndex: false, urls: [] })
  for (const text of ['', '<html><loc>https://example.com/</loc></html>', 'https://example.com/'])
    expect(parseSitemap(text)).toBeUndefined()
})

it('reads a long text without an end in no time', () => {
  const began = performance.now()
  for (const part of ['<loc>', '<!--', '<loc><![CDATA[', '<loc x', '&#']) parseSitemap(urlset(part.repeat(20_000)))
  expect(performance.now() - began).toBeLessThan(5_000)
})
