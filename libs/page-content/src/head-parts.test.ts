import { describe, expect, it } from '@jest/globals'
import { canonicalPart, type HeaderPairs, hreflangPart, robotsPart } from './head-parts.ts'

const page = { url: new URL('https://example.com/a'), base: null }
const link = (rel: string, href: string, hreflang: string | null = null) => ({ rel: [rel], href, hreflang })

describe('directives for crawlers', () => {
  it.each<[string, [string, string][], HeaderPairs, string]>([
    ['of a meta tag', [['robots', 'NOINDEX, nofollow']], [], 'robots:nofollow\nrobots:noindex'],
    ['in another order', [['robots', 'nofollow,noindex']], [], 'robots:nofollow\nrobots:noindex'],
    ['that state the default', [['robots', 'index, follow, all']], [], ''],
    ['"none"', [['robots', 'none']], [], 'robots:nofollow\nrobots:noindex'],
    ['of one crawler', [['googlebot', 'noindex']], [], 'googlebot:noindex'],
    ['of a header', [], [['X-Robots-Tag', 'noindex']], 'robots:noindex'],
    ['of a header for one crawler', [], [['x-robots-tag', 'bingbot: noindex']], 'bingbot:noindex'],
    ['with a value', [['robots', 'max-snippet: -1']], [], 'robots:max-snippet:-1'],
    ['of another meta tag', [['generator', 'noindex']], [], ''],
  ])('%s', (_which, metas, headers, expected) => {
    expect(
      robotsPart(
        metas.map(([name, content]) => ({ name, content })),
        headers,
      ),
    ).toBe(expected)
  })
})

it('canonical addresses are resolved, those of headers too, each once', () => {
  const headers: HeaderPairs = [['Link', '</a>; rel=canonical, <https://b.example/>; rel="canonical"']]
  expect(canonicalPart([link('canonical', '/a#top')], headers, page)).toBe('https://example.com/a\nhttps://b.example/')
  expect(canonicalPart([link('alternate', '/a')], [], page)).toBe('')
})

it('language versions are compared as sorted pairs', () => {
  const links = [link('alternate', '/de', 'DE'), link('alternate', '/feed'), link('alternate', '/en', 'en')]
  const headers: HeaderPairs = [['link', '</fr>; rel=alternate; hreflang=fr']]
  const expected = 'de https://example.com/de\nen https://example.com/en\nfr https://example.com/fr'
  expect(hreflangPart(links, headers, page)).toBe(expected)
  expect(hreflangPart(links.reverse(), headers, page)).toBe(expected)
})
