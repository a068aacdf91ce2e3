import { type PlantedFindings, pathOf, type SeededPage, type SeededSite, siteName } from './seeded-page.ts'

type Bare = {
  origin: string
  home: SeededPage
  hubs: SeededPage[]
  articles: SeededPage[]
  page(slug: string): SeededPage
}

const noindex = '<meta name="robots" content="noindex">'

/** Plants the faults, each in pages of its kind alone, and lists what has to be found. */
export function plantFaults({ origin, home, hubs, articles, page }: Bare): SeededSite {
  const answers: SeededSite['answers'] = {}
  const extraEntries: SeededSite['extraEntries'] = []
  const planted: PlantedFindings = {}
  const pages = [...hubs, ...articles]
  let taken = 10

  /** Articles that have no fault yet. */
  function take(count: number): SeededPage[] {
    const some = articles.slice(taken, taken + count)
    taken += count
    if (some.length < count) throw new Error(`A seeded site needs at least ${taken} articles.`)
    return some
  }
  const expect = (check: string, severity: 'warn' | 'fail', paths: string[]): void => {
    planted[check] = { ...planted[check], [severity]: [...(planted[check]?.[severity] ?? []), ...paths] }
  }
  const canonical = (path: string) => `<link rel="canonical" href="${origin}${path}">`
  const version = (code: string, path: string) => `<link rel="alternate" hreflang="${code}" href="${origin}${path}">`
  /** A page that is linked twice as all others. */
  function add(slug: string): SeededPage {
    const added = page(slug)
    pages.push(added)
    for (const hub of hubs.slice(0, 2)) hub.links.push(pathOf(added))
    return added
  }

  function share(count: number, apply: (one: SeededPage, first: SeededPage) => void): string[] {
    const some = take(count)
    for (const one of some) apply(one, some[0] ?? one)
    return some.map(pathOf)
  }
  const copyTitle = (one: SeededPage, first: SeededPage) => Object.assign(one, { title: first.title })
  expect('duplicate_title', 'warn', share(2, copyTitle))
  expect('duplicate_title', 'warn', share(3, copyTitle))
  expect('duplicate_title', 'fail', share(4, copyTitle))
  expect(
    'duplicate_description',
    'warn',
    share(3, (one, first) => Object.assign(one.head, [first.head[0]])),
  )
  expect(
    'duplicate_content',
    'fail',
    share(2, (one, first) => Object.assign(one, { paragraphs: [...first.paragraphs] })),
  )
  // Of a long text, one more word hardly changes the simhash.
  const long = Array.from({ length: 5 }, () => page('long').paragraphs).flat()
  const nearly = share(2, (one, first) => {
    const [last = '', ...others] = long.toReversed()
    one.paragraphs = [...others.toReversed(), one === first ? last : `${last} more`]
  })
  expect('duplicate_content', 'warn', nearly)

  // Linked by no page, and by one.
  for (const slug of ['unlinked-0', 'unlinked-1']) pages.push(page(slug))
  expect('orphan', 'fail', ['/posts/unlinked-0/', '/posts/unlinked-1/'])
  for (const slug of ['weak-0', 'weak-1']) {
    pages.push(page(slug))
    hubs[0]?.links.push(`/posts/${slug}/`)
  }
  expect('orphan', 'warn', ['/posts/weak-0/', '/posts/weak-1/'])

  // Pairs, each of which links to both pages of the next one: 3, 4, 5 and 6 clicks from the start page.
  let level = take(2)
  for (const clicks of [3, 4, 5, 6]) {
    const next = ['a', 'b'].map((letter) => page(`deep-${clicks}${letter}`))
    for (const one of level) one.links.push(...next.map(pathOf))
    pages.push(...next)
    if (clicks > 3) expect('depth', clicks > 5 ? 'fail' : 'warn', next.map(pathOf))
    level = next
  }

  const [hop, chain, loop] = take(3)
  const target = articles[0] === undefined ? '/' : pathOf(articles[0])
  Object.assign(answers, {
    '/old/': { status: 301, location: target },
    '/older/': { status: 302, location: '/old/' },
    '/round/': { status: 301, location: '/and-round/' },
    '/and-round/': { status: 301, location: '/round/' },
    '/failing/': { status: 500, body: 'out of order' },
  })
  hop?.links.push('/old/')
  chain?.links.push('/older/')
  loop?.links.push('/round/')
  expect(
    'links_to_redirects',
    'warn',
    [hop].flatMap((one) => (one ? [pathOf(one)] : [])),
  )
  expect(
    'links_to_redirects',
    'fail',
    [chain, loop].flatMap((one) => (one ? [pathOf(one)] : [])),
  )

  expect(
    'links_to_broken',
    'fail',
    share(3, (one, first) => void one.links.push(one === first ? '/failing/' : '/gone/')),
  )

  // Two versions that name each other, one that is not named in return, one that is not to be indexed.
  const [english, german, oneWay, notNaming, toHidden] = take(5)
  const hidden = add('hidden')
  hidden.head.push(noindex)
  if (english && german && oneWay && notNaming && toHidden) {
    const both = [version('en', pathOf(english)), version('de', pathOf(german))]
    english.head.push(...both)
    german.head.push(...both)
    oneWay.head.push(version('en', pathOf(oneWay)), version('de', pathOf(notNaming)))
    notNaming.head.push(version('de', pathOf(notNaming)))
    toHidden.head.push(version('de', pathOf(hidden)))
    expect('hreflang_return', 'warn', [pathOf(oneWay)])
    expect('hreflang_return', 'fail', [pathOf(toHidden)])
  }

  // Canonical links to a redirect, to a page that is not to be indexed, and to one that names a third.
  const first = articles[1] === undefined ? '/' : pathOf(articles[1])
  for (const [slug, path] of [
    ['to-redirect', '/old/'],
    ['to-hidden', pathOf(hidden)],
    ['to-copy', '/posts/copy/'],
    ['copy', first],
  ] as const)
    add(slug).head.push(canonical(path))
  const elsewhere = ['/posts/to-redirect/', '/posts/to-hidden/', '/posts/to-copy/']
  expect('canonical_target', 'fail', elsewhere)

  // Pages of the folder that lack what the others have.
  expect(
    'template_outlier',
    'warn',
    share(2, (one) => Object.assign(one, { title: one.title.replace(siteName, '') })),
  )
  expect(
    'template_outlier',
    'fail',
    share(2, (one) => void one.head.splice(1, 1)),
  )
  expect(
    'template_outlier',
    'fail',
    share(1, (one) => Object.assign(one, { paragraphs: [one.paragraphs[0]?.slice(0, 200) ?? ''] })),
  )

  // No sitemap lists them: 10 % of the site.
  const unlisted = Array.from({ length: Math.ceil(pages.length / 9) }, (_, index) => page(`unlisted-${index}`))
  for (const [index, one] of unlisted.entries()) {
    const next = unlisted[(index + 1) % unlisted.length] ?? one
    one.links.push(pathOf(next))
    home.links.push(pathOf(one))
  }
  expect('sitemap_coverage', 'warn', unlisted.map(pathOf))

  const future = new Date(Date.now() + 90 * 86_400_000).toISOString()
  const other = 'https://another-site.example/page/'
  const past = '2026-01-05T08:00:00.000Z'
  extraEntries.push(
    { address: first, lastmod: future },
    ...['/gone/', '/old/', other].map((address) => ({ address, lastmod: past })),
  )
  expect('lastmod_truth', 'fail', [first])
  const unclean = [...elsewhere, '/posts/copy/', pathOf(hidden), '/gone/', '/old/', other]
  expect('sitemap_clean', unclean.length <= 0.02 * (pages.length + 4) ? 'warn' : 'fail', unclean)
  return { home, pages, answers, extraEntries, unlisted, planted }
}
