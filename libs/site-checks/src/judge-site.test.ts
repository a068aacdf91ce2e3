import { describe, expect, it } from '@jest/globals'
import { origin, type PageFixture, type SiteFixture, siteOf } from '../test/site-fixture.ts'
import { judgeSite } from './judge-site.ts'
import { loadSiteChecks } from './load-site-checks.ts'

const checks = await loadSiteChecks()
/** What a check found: the status, and paths by severity. */
function judge(id: string, fixture: SiteFixture) {
  const result = judgeSite(checks, siteOf(fixture)).find((one) => one.id === id)
  const paths = (severity: string) =>
    result?.groups.flatMap((group) =>
      group.severity === severity ? group.pages.map((url) => url.replace(origin, '')) : [],
    )
  return { status: result?.status, fail: paths('fail'), warn: paths('warn') }
}

const number = (count: number, of: (index: number) => [string, PageFixture]): Record<string, PageFixture> =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => of(index)))
const titled = (title: string): PageFixture => ({ facts: { title } })
const hashes = { same: { mainHash: 'a', words: 30 }, long: { words: 60 } }

const rows: [check: string, outcome: string, site: SiteFixture, expected: object][] = [
  [
    'duplicate_title',
    'pairs warn',
    { pages: { '/a': titled('A'), '/b': titled('a') } },
    { status: 'warn', warn: ['/a', '/b'] },
  ],
  ['duplicate_title', 'four fail', { pages: number(4, (i) => [`/${i}`, titled('A')]) }, { status: 'fail', warn: [] }],
  [
    'duplicate_title',
    'copies that name a canonical page, hidden pages and errors do not count',
    {
      pages: {
        '/a': titled('A'),
        '/b': { facts: { title: 'A', canonical: `${origin}/a` } },
        '/c': { facts: { title: 'A', isNoindex: true } },
        '/d': { status: 404, facts: { title: 'A' } },
      },
    },
    { status: 'pass' },
  ],
  [
    'duplicate_description',
    'shared, and an empty one is not',
    { pages: number(4, (i) => [`/${i}`, { facts: { description: i < 2 ? '' : 'd' } }]) },
    { status: 'warn', warn: ['/2', '/3'] },
  ],
  [
    'duplicate_content',
    'equal texts fail, similar ones warn',
    {
      pages: {
        '/a': { facts: hashes.same },
        '/b': { facts: hashes.same },
        '/c': { facts: { ...hashes.long, simhash: 'ffff000000000000' } },
        '/d': { facts: { ...hashes.long, simhash: 'fffe000000000003' } },
        '/e': { facts: { ...hashes.long, simhash: 'fff000000000000f' } },
      },
    },
    { status: 'fail', fail: ['/a', '/b'], warn: ['/c', '/d'] },
  ],
  [
    'duplicate_content',
    'short texts are equal by chance',
    { pages: number(3, (i) => [`/${i}`, { facts: { mainHash: 'a' } }]) },
    { status: 'pass' },
  ],
  [
    'orphan',
    'none, one, and one through a redirect besides another',
    {
      pages: {
        '/': { links: ['/one', '/two', '/moved'] },
        '/one': {},
        '/two': { links: ['/'] },
        '/moved': { to: '/three' },
        '/three': { links: ['/two'] },
        '/none': { links: ['/three'] },
        '/unknown': {},
      },
      sitemap: ['/', '/none'],
    },
    { status: 'fail', fail: ['/none'], warn: ['/one'] },
  ],
  [
    'orphan',
    'a crawl that was cut says nothing',
    { pages: { '/': {}, '/a': {} }, sitemap: ['/a'], isComplete: false },
    { status: 'not_applicable' },
  ],
  [
    'depth',
    'four and five clicks warn, six fail',
    { pages: { '/': { links: ['/1'] }, ...number(6, (i) => [`/${i + 1}`, { links: [`/${i + 2}`] }]) } },
    { status: 'fail', fail: ['/6'], warn: ['/4', '/5'] },
  ],
  [
    'links_to_redirects',
    'one hop, a chain, a loop, and a chain to a broken page, which is another matter',
    {
      pages: {
        '/one': { links: ['/r'] },
        '/two': { links: ['/rr'] },
        '/loop': { links: ['/l'] },
        '/broken': { links: ['/b'] },
        '/r': { to: '/end' },
        '/rr': { to: '/r' },
        '/l': { to: '/l' },
        '/b': { to: '/gone' },
        '/gone': { status: 404, facts: null },
        '/end': {},
      },
    },
    { status: 'fail', fail: ['/two', '/loop'], warn: ['/one'] },
  ],
  [
    'links_to_broken',
    'errors and hosts that do not exist, not what is refused to crawlers',
    {
      pages: {
        '/a': { links: ['/404', '/403', '/slow'] },
        '/b': { links: ['/500'] },
        '/c': { links: ['/403', '/429', '/slow', '/robots'] },
        '/404': { status: 404, facts: null },
        '/500': { status: 500, facts: null },
        '/403': { status: 403, facts: null },
        '/429': { status: 429, facts: null },
        '/slow': { status: null, failure: 'timeout', facts: null },
        '/robots': { status: null, failure: 'robots', facts: null },
      },
    },
    { status: 'fail', fail: ['/a', '/b'] },
  ],
  [
    'hreflang_return',
    'in both directions, one way, and to a page that is not indexed',
    {
      pages: {
        '/en': { facts: { versions: [{ code: 'de', url: `${origin}/de` }] } },
        '/de': { facts: { versions: [{ code: 'en', url: `${origin}/en` }] } },
        '/alone': { facts: { versions: [{ code: 'de', url: `${origin}/de` }] } },
        '/hiding': { facts: { versions: [{ code: 'fr', url: `${origin}/fr` }] } },
        '/fr': { facts: { isNoindex: true } },
        '/away': { facts: { versions: [{ code: 'it', url: 'https://other.example/' }] } },
      },
    },
    { status: 'fail', fail: ['/hiding'], warn: ['/alone'] },
  ],
  [
    'hreflang_return',
    'a variant that names its canonical page repeats the versions of that page',
    {
      pages: {
        '/en': { facts: { versions: [{ code: 'de', url: `${origin}/de` }] } },
        '/en?print=1': { facts: { canonical: `${origin}/en`, versions: [{ code: 'de', url: `${origin}/de` }] } },
        '/hidden': { facts: { isNoindex: true, versions: [{ code: 'de', url: `${origin}/de` }] } },
        '/de': { facts: { versions: [{ code: 'en', url: `${origin}/en` }] } },
      },
    },
    { status: 'pass' },
  ],
  ['hreflang_return', 'no versions', { pages: { '/': {} } }, { status: 'not_applicable' }],
  [
    'canonical_target',
    'a redirect, a chain, a page that robots.txt forbids',
    {
      pages: {
        '/ok': { facts: { canonical: `${origin}/` } },
        '/to-redirect': { facts: { canonical: `${origin}/r` } },
        '/to-chain': { facts: { canonical: `${origin}/ok` } },
        '/to-forbidden': { facts: { canonical: `${origin}/f` } },
        '/': {},
        '/r': { to: '/' },
        '/f': { status: null, failure: 'robots', facts: null },
      },
    },
    { status: 'fail', fail: ['/to-redirect', '/to-chain', '/to-forbidden'] },
  ],
  [
    'canonical_target',
    'any status but 200, except those that may be refused to a crawler alone',
    {
      pages: {
        '/to-401': { facts: { canonical: `${origin}/401` } },
        '/to-403': { facts: { canonical: `${origin}/403` } },
        '/401': { status: 401, facts: null },
        '/403': { status: 403, facts: null },
      },
    },
    { status: 'fail', fail: ['/to-401'] },
  ],
  [
    'sitemap_clean',
    'more than 2 % fail',
    { pages: { '/': {}, '/gone': { status: 404, facts: null } }, sitemap: ['/', '/gone', 'https://other.example/'] },
    { status: 'fail', fail: ['/gone', 'https://other.example/'] },
  ],
  [
    'sitemap_clean',
    'one of a hundred warns',
    {
      pages: number(100, (i) => [`/${i}`, i === 0 ? { to: '/1' } : {}]),
      sitemap: Array.from({ length: 100 }, (_, i) => `/${i}`),
    },
    { status: 'warn', warn: ['/0'] },
  ],
  [
    'sitemap_clean',
    'a crawl that was cut: one of a hundred that were requested, and one of 900 that is of another host',
    {
      pages: number(100, (i) => [`/${i}`, i === 0 ? { to: '/1' } : {}]),
      sitemap: [...Array.from({ length: 899 }, (_, i) => `/${i}`), 'https://other.example/'],
      isComplete: false,
    },
    { status: 'warn', warn: ['/0', 'https://other.example/'] },
  ],
  [
    'sitemap_clean',
    'a crawl that was cut: three of a hundred that were requested',
    {
      pages: number(100, (i) => [`/${i}`, i < 3 ? { to: '/5' } : {}]),
      sitemap: [...Array.from({ length: 899 }, (_, i) => `/${i}`), 'https://other.example/'],
      isComplete: false,
    },
    { status: 'fail', warn: [] },
  ],
  [
    'sitemap_clean',
    'a crawl that was cut: all of another host, of which none was requested',
    {
      pages: number(10, (i) => [`/${i}`, {}]),
      sitemap: [
        ...Array.from({ length: 996 }, (_, i) => `/${i}`),
        ...['a', 'b', 'c', 'd'].map((at) => `https://${at}.example/`),
      ],
      isComplete: false,
    },
    { status: 'warn', fail: [] },
  ],
  [
    'sitemap_clean',
    'any status but 200, except those that may be refused to a crawler alone',
    {
      pages: {
        '/': {},
        ...Object.fromEntries(
          [204, 301, 304, 401, 403, 404, 407, 408, 410, 425, 429, 500, 503].map((status) => {
            return [`/${status}`, { status, facts: null }]
          }),
        ),
      },
      sitemap: [
        '/',
        ...[204, 301, 304, 401, 403, 404, 407, 408, 410, 425, 429, 500, 503].map((status) => `/${status}`),
      ],
    },
    { status: 'fail', fail: ['/204', '/301', '/304', '/401', '/404', '/407', '/410', '/500', '/503'] },
  ],
  ['sitemap_clean', 'no sitemap', { pages: { '/': {} } }, { status: 'not_applicable' }],
  [
    'sitemap_coverage',
    '90 % warn',
    { pages: number(10, (i) => [`/${i}`, {}]), sitemap: Array.from({ length: 9 }, (_, i) => `/${i}`) },
    { status: 'warn', warn: ['/9'] },
  ],
  [
    'sitemap_coverage',
    'a sitemap that was read in part lists pages that are not known',
    { pages: { '/': {}, '/a': {} }, sitemap: ['/'], isSitemapComplete: false },
    { status: 'not_applicable' },
  ],
  ['sitemap_coverage', 'half fail', { pages: { '/': {}, '/a': {} }, sitemap: ['/'] }, { status: 'fail', fail: ['/a'] }],
  [
    'lastmod_truth',
    'one day for all',
    {
      pages: { '/': {} },
      sitemap: Array.from({ length: 20 }, (_, i): [string, string] => [`/${i}`, `2026-11-20T10:00:${i + 10}.000Z`]),
    },
    { status: 'warn', warn: Array.from({ length: 20 }, (_, i) => `/${i}`) },
  ],
  [
    'lastmod_truth',
    'the future',
    {
      pages: { '/': {} },
      sitemap: [
        ['/', '2027-02-01'],
        ['/a', '2026-12-01'],
      ],
    },
    { status: 'fail', fail: ['/'] },
  ],
  [
    'template_outlier',
    'a title, a type and a text unlike the others',
    {
      pages: number(30, (i) => [
        `/p/${i}`,
        {
          facts: {
            title: i === 0 ? 'Page' : `Page ${i} | Example`,
            types: i === 1 ? [] : ['Article'],
            words: i === 2 ? 10 : 300,
          },
        },
      ]),
    },
    { status: 'fail', fail: ['/p/1', '/p/2'], warn: ['/p/0'] },
  ],
  [
    'template_outlier',
    'a type that is not the only one of its kind',
    {
      pages: number(30, (i) => [
        `/p/${i}`,
        { facts: { title: `Page ${i} | Example`, types: i === 1 ? ['WebPage'] : ['WebPage', 'Article'] } },
      ]),
    },
    { status: 'fail', fail: ['/p/1'], warn: [] },
  ],
  [
    'template_outlier',
    'the name of the site follows the last separator, whichever that is',
    {
      pages: number(30, (i) => [`/p/${i}`, titled(i === 0 ? 'Fish | Chips - Example' : `Page ${i} - Example`)]),
    },
    { status: 'pass' },
  ],
  [
    'template_outlier',
    'a few pages have no kind',
    { pages: number(10, (i) => [`/p/${i}`, titled(i === 0 ? 'Page' : `Page ${i} | Example`)]) },
    { status: 'pass' },
  ],
]

describe('site checks', () => {
  it('are those of the contract, with their weights', () => {
    const weights = Object.fromEntries(checks.map(({ id, weight }) => [id, weight]))
    expect(weights).toEqual({
      canonical_target: 6,
      duplicate_content: 6,
      duplicate_title: 5,
      links_to_broken: 5,
      hreflang_return: 4,
      lastmod_truth: 4,
      orphan: 4,
      sitemap_clean: 4,
      links_to_redirects: 3,
      depth: 2,
      duplicate_description: 2,
      sitemap_coverage: 2,
      template_outlier: 2,
    })
  })

  it.each(checks)('$id has a heading and a criterion for each outcome, and explains itself', (check) => {
    const headings = Object.values(check.titles)
    expect(new Set([check.title, ...headings]).size).toBe(headings.length + 1)
    expect([check.why, check.fix].every((text) => text.length > 10 && text.endsWith('.'))).toBe(true)
    expect(rows.some(([id]) => id === check.id)).toBe(true)
  })

  it.each(rows)('%s: %s', (id, _outcome, fixture, expected) => {
    expect(judge(id, fixture)).toMatchObject(expected)
  })

  it.each([
    ['/a', '/b', '/c'],
    ['/a', '/c', '/b'],
    ['/b', '/a', '/c'],
    ['/b', '/c', '/a'],
    ['/c', '/a', '/b'],
    ['/c', '/b', '/a'],
  ])('duplicate_content finds near copies in the order %s, %s, %s', (...paths) => {
    // Bits apart: a and b 3, b and c 3, a and c 6.
    const simhashes: Record<string, string> = {
      '/a': '0000000000000000',
      '/b': '0000000000000007',
      '/c': '000000000000003f',
    }
    const page = (path: string): PageFixture => ({ facts: { ...hashes.long, simhash: simhashes[path] ?? '' } })
    const pages = Object.fromEntries(paths.map((path) => [path, page(path)]))
    const { warn } = judge('duplicate_content', { pages })
    expect(warn?.toSorted()).toEqual(['/a', '/b', '/c'])
  })

  it('duplicate_content finds a near copy of a page that is not the first of its group', () => {
    // The second is near the first and the fourth; the third is near neither.
    const simhashes = ['0000000000000000', '0000000000000007', '00000000fff00000', '000000000000003f']
    const pages = number(4, (i) => [`/${i}`, { facts: { ...hashes.long, simhash: simhashes[i] ?? '' } }])
    expect(judge('duplicate_content', { pages }).warn).toEqual(['/0', '/1', '/3'])
  })

  it('duplicate_content takes time in proportion to the number of similar pages', () => {
    const simhash = (i: number) => `00000000000000${(i % 8).toString(16).padStart(2, '0')}`
    const cost = (size: number): number => {
      const pages = number(size, (i) => [`/${i}`, { facts: { ...hashes.long, simhash: simhash(i) } }])
      const site = siteOf({ pages })
      const check = checks.filter(({ id }) => id === 'duplicate_content')
      const before = process.cpuUsage()
      expect(judgeSite(check, site)[0]?.groups.map((group) => group.pages.length)).toEqual([size])
      return Math.max(10, process.cpuUsage(before).user / 1_000)
    }
    cost(2_000)
    // Eight times as many pages: 64 times the cost if each pair took time.
    const eighth = cost(2_000)
    expect(cost(16_000) / eighth).toBeLessThan(24)
  })

  it('that throw have an error as their result, and the others are carried out', () => {
    const [first, ...others] = checks.map((check) => ({ ...check }))
    if (first === undefined) throw new Error('There are no checks.')
    first.check = () => {
      throw new Error('broken')
    }
    const results = judgeSite([first, ...others], siteOf({ pages: { '/': {} } }))
    expect(results[0]).toMatchObject({ status: 'error', message: 'This check could not be carried out on this site.' })
    expect(results.slice(1).map(({ status }) => status)).not.toContain('error')
  })

  it('name the pages in their sentence', () => {
    const pages = number(37, (i) => [`/${i}`, titled('A')])
    const result = judgeSite(checks, siteOf({ pages })).find(({ id }) => id === 'duplicate_title')
    expect(result?.message).toBe('37 pages share a title with another page.')
  })
})
