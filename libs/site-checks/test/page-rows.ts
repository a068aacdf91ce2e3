import { type CriteriaRow, hashes, number, origin, titled } from './site-fixture.ts'

/** What the checks of pages and their links find. */
export const pageRows: CriteriaRow[] = [
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
