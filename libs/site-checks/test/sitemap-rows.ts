import { type CriteriaRow, number } from './site-fixture.ts'

/** What the checks of sitemaps find. */
export const sitemapRows: CriteriaRow[] = [
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
]
