import { describe, expect, it } from '@jest/globals'
import { readCharset } from '@pagebell/safe-fetch/charset'
import { readSite } from './read-site.ts'

type Headers = [name: string, value: string][]

function contentsOf(html: string, { headers = [], robots = '' }: { headers?: Headers; robots?: string } = {}) {
  const body = Buffer.from(html)
  const charset = readCharset(body, 'text/html; charset=utf-8')
  return readSite({ robots, answer: { url: 'https://example.com/en/', headers, body, charset } })
}

const generator = (content: string) => `<meta name="Generator" content="${content}">`

describe('the system of a site', () => {
  it.each<[string, string, string | null]>([
    [generator('WordPress 6.9'), 'WordPress', 'wordpress'],
    [
      '<link rel="https://api.w.org/" href="https://example.com/wp-json/"><img src="/wp-content/a.png">',
      'WordPress',
      'wordpress',
    ],
    [`${generator('WordPress 6.9')}${generator('WooCommerce 10.1')}`, 'WooCommerce', 'woocommerce'],
    ['<script src="//cdn.shopify.com/s/files/theme.js"></script>', 'Shopify', 'shopify'],
    [generator('Ghost 6.1'), 'Ghost', 'ghost'],
    [generator('Webflow'), 'Webflow', 'webflow'],
    [generator('Discourse 3.5'), 'Discourse', 'discourse'],
    [generator('Wix.com Website Builder'), 'Wix', null],
    ['<script src="https://static1.squarespace.com/static/a.js"></script>', 'Squarespace', null],
    [generator('Drupal 11 (https://www.drupal.org)'), 'Drupal', null],
    [generator('Joomla! - Open Source Content Management'), 'Joomla', null],
    [generator('Hugo 0.152.2'), 'Hugo', null],
    [generator('Jekyll v4.4.1'), 'Jekyll', null],
    [generator('Astro v5.16'), 'Astro', null],
    ['<script src="/_next/static/chunks/main.js"></script>', 'Next.js', null],
  ])('%s', (html, name, source) => {
    expect(contentsOf(`<head>${html}</head>`).system).toEqual({ name, source })
  })

  it('is known by a header', () => {
    expect(contentsOf('', { headers: [['x-shopid', '1']] }).system?.name).toBe('Shopify')
    expect(contentsOf('', { headers: [['x-generator', 'Drupal 11 (https://www.drupal.org)']] }).system?.name).toBe(
      'Drupal',
    )
  })

  it('is not known by the words of a page, or by what it links to', () => {
    expect(contentsOf('<p>WordPress, /wp-content/</p><a href="/wp-content/a.pdf">Shopify</a>').system).toBeNull()
    expect(contentsOf(generator('Not WordPress')).system).toBeNull()
  })
})

it('feeds are found by their links, relative to the page or its base', () => {
  const link = (type: string, href: string, rel = 'alternate') => `<link rel="${rel}" type="${type}" href="${href}">`
  const html = `${link('application/rss+xml', 'feed.xml')}${link('application/rss+xml', 'feed.xml')}
${link('Application/Atom+XML', '/atom.xml', 'home ALTERNATE')}
${link('application/feed+json', 'https://example.net/f.json')}
${link('text/html', '/de/')}${link('application/rss+xml', '/no.xml', 'self')}${link('application/rss+xml', 'http://[')}`
  const [rss, ...others] = [
    'https://example.com/en/feed.xml',
    'https://example.com/atom.xml',
    'https://example.net/f.json',
  ]
  expect(contentsOf(html).feeds).toEqual([rss, ...others])
  expect(contentsOf(`<base href="/blog/">${html}`).feeds).toEqual(['https://example.com/blog/feed.xml', ...others])
})

it('sitemaps are those that robots.txt names, each once', () => {
  const robots =
    'User-agent: *\nSITEMAP: https://example.com/a.xml\nSitemap: https://example.com/a.xml\nSitemap: /b.xml\n'
  expect(contentsOf('', { robots }).sitemaps).toEqual(['https://example.com/a.xml'])
  expect(readSite({ robots, answer: null })).toEqual({
    sitemaps: ['https://example.com/a.xml'],
    feeds: [],
    system: null,
  })
})
