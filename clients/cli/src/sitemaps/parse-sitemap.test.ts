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

it('leaves out an element whose name begins with loc, and reads what follows it', () => {
  const text = urlset(`<url><location>Sheffield</location><loc>https://example.com/a</loc></url>
    <url><locale/><loc>https://example.com/b</loc></url>`)
  expect(parseSitemap(text)?.urls).toEqual(['https://example.com/a', 'https://example.com/b'])
})

it.each(['urlset', 'sitemapindex'])('reads a %s whose names have the prefix of its namespace', (root) => {
  const text = `<ns0:${root} xmlns:ns0="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:ns1="https://example.com/x">
    <ns0:url><ns0:loc>https://example.com/</ns0:loc><ns1:loc>tea.jpg</ns1:loc><loc>none</loc></ns0:url></ns0:${root}>`
  expect(parseSitemap(text)).toEqual({ isIndex: root === 'sitemapindex', urls: ['https://example.com/'] })
})

/** Milliseconds of this thread, since the machine of a test may be busy: at least 10, below which other work counts more. */
function costOf(work: () => void): number {
  const before = process.threadCpuUsage()
  work()
  return Math.max(10, process.threadCpuUsage(before).user / 1_000)
}

it.each(['<loc>', '<loc', '<!--', '<loc><![CDATA[', '<loc x', '<locale>', '<a:', 'a:urlset', '&#'])(
  'the time for a text of %s without an end grows with its size, and not faster',
  (part) => {
    const read = (count: number) => {
      parseSitemap(part.repeat(count))
      parseSitemap(urlset(part.repeat(count)))
    }
    read(50_000)
    // One that takes eight times as long is linear, 64 times quadratic. A garbage collection may fall on one of three.
    const ratios: number[] = []
    while (ratios.length < 3 && !ratios.some((ratio) => ratio < 24)) {
      const eighth = costOf(() => read(50_000))
      ratios.push(costOf(() => read(400_000)) / eighth)
    }
    expect(Math.min(...ratios)).toBeLessThan(24)
  },
)
