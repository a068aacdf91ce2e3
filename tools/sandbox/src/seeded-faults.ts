import { pathOf, type SeededPage, type SeededSite, siteName } from './seeded-page.ts'
import { type PlainSite, type Seeding, startSeeding } from './seeding.ts'

/** Addresses that answer otherwise than with a page, and pages that several faults name. */
const [moved, missing, failing, elsewhere] = ['/old/', '/gone/', '/failing/', 'https://another-site.example/page/']
const [hiddenSlug, copySlug] = ['hidden', 'copy']

/** Plants the faults, each in pages of its kind alone, and lists what has to be found. */
export function plantFaults(site: PlainSite): Omit<SeededSite, 'menu'> {
  const seeding = startSeeding(site)
  plantAnswers(seeding)
  plantDuplicateTitles(seeding)
  plantDuplicateDescriptions(seeding)
  plantDuplicateContent(seeding)
  plantOrphans(seeding)
  plantDepth(seeding)
  plantLinksToRedirects(seeding)
  plantLinksToBroken(seeding)
  plantHreflangReturn(seeding)
  const notCanonical = plantCanonicalTargets(seeding)
  plantTemplateOutliers(seeding)
  // What the sitemaps list and lack depends on all pages above.
  const unlisted = plantSitemapCoverage(seeding)
  plantLastmodTruth(seeding)
  plantSitemapClean(seeding, notCanonical)
  const { home, pages, answers, extraEntries, planted } = seeding
  return { home, pages, answers, extraEntries, unlisted, planted }
}

/** What a server answers besides pages. */
function plantAnswers({ answers, articles }: Seeding): void {
  const target = articles[0] === undefined ? '/' : pathOf(articles[0])
  Object.assign(answers, {
    [moved]: { status: 301, location: target },
    '/older/': { status: 302, location: moved },
    '/round/': { status: 301, location: '/and-round/' },
    '/and-round/': { status: 301, location: '/round/' },
    [failing]: { status: 500, body: 'out of order' },
  })
}

function plantDuplicateTitles({ expect, share }: Seeding): void {
  const copyTitle = (one: SeededPage, first: SeededPage) => Object.assign(one, { title: first.title })
  expect('duplicate_title', 'warn', share(2, copyTitle))
  expect('duplicate_title', 'warn', share(3, copyTitle))
  expect('duplicate_title', 'fail', share(4, copyTitle))
}

function plantDuplicateDescriptions({ expect, share }: Seeding): void {
  const copyDescription = (one: SeededPage, first: SeededPage) => Object.assign(one.head, [first.head[0]])
  expect('duplicate_description', 'warn', share(3, copyDescription))
}

function plantDuplicateContent({ expect, share, page }: Seeding): void {
  const copyText = (one: SeededPage, first: SeededPage) => Object.assign(one, { paragraphs: [...first.paragraphs] })
  expect('duplicate_content', 'fail', share(2, copyText))
  // Of a long text, one more word hardly changes the simhash.
  const long = Array.from({ length: 5 }, () => page('long').paragraphs).flat()
  const nearlyCopyText = (one: SeededPage, first: SeededPage) => {
    const [last = '', ...others] = long.toReversed()
    one.paragraphs = [...others.toReversed(), one === first ? last : `${last} more`]
  }
  expect('duplicate_content', 'warn', share(2, nearlyCopyText))
}

/** Pages that are linked by no page, and by one. */
function plantOrphans({ expect, pages, hubs, page }: Seeding): void {
  const unlinked = ['unlinked-0', 'unlinked-1'].map(page)
  const weak = ['weak-0', 'weak-1'].map(page)
  pages.push(...unlinked, ...weak)
  hubs[0]?.links.push(...weak.map(pathOf))
  expect('orphan', 'fail', unlinked.map(pathOf))
  expect('orphan', 'warn', weak.map(pathOf))
}

/** Pairs, each of which links to both pages of the next one: 3, 4, 5 and 6 clicks from the start page. */
function plantDepth({ expect, take, pages, page }: Seeding): void {
  let level = take(2)
  for (const clicks of [3, 4, 5, 6]) {
    const next = ['a', 'b'].map((letter) => page(`deep-${clicks}${letter}`))
    for (const one of level) one.links.push(...next.map(pathOf))
    pages.push(...next)
    if (clicks > 3) expect('depth', clicks > 5 ? 'fail' : 'warn', next.map(pathOf))
    level = next
  }
}

function plantLinksToRedirects({ expect, share }: Seeding): void {
  const linkTo = (path: string) => share(1, (one) => void one.links.push(path))
  expect('links_to_redirects', 'warn', linkTo(moved))
  expect('links_to_redirects', 'fail', [...linkTo('/older/'), ...linkTo('/round/')])
}

function plantLinksToBroken({ expect, share }: Seeding): void {
  const linkToBroken = (one: SeededPage, first: SeededPage) => void one.links.push(one === first ? failing : missing)
  expect('links_to_broken', 'fail', share(3, linkToBroken))
}

/** Two versions that name each other, one that is not named in return, one that is not to be indexed. */
function plantHreflangReturn({ expect, take, add, origin }: Seeding): void {
  const version = (code: string, page: SeededPage) =>
    `<link rel="alternate" hreflang="${code}" href="${origin}${pathOf(page)}">`
  const hidden = add(hiddenSlug)
  hidden.head.push('<meta name="robots" content="noindex">')
  const [english, german, oneWay, notNaming, toHidden] = take(5) as [
    SeededPage,
    SeededPage,
    SeededPage,
    SeededPage,
    SeededPage,
  ]
  const both = [version('en', english), version('de', german)]
  english.head.push(...both)
  german.head.push(...both)
  oneWay.head.push(version('en', oneWay), version('de', notNaming))
  notNaming.head.push(version('de', notNaming))
  toHidden.head.push(version('de', hidden))
  expect('hreflang_return', 'warn', [pathOf(oneWay)])
  expect('hreflang_return', 'fail', [pathOf(toHidden)])
}

/**
 * Canonical links to a redirect, to a page that is not to be indexed, and to one that names a third. Returns the paths
 * of all pages that are not canonical.
 */
function plantCanonicalTargets({ expect, add, articles, origin }: Seeding): string[] {
  const third = articles[1] === undefined ? '/' : pathOf(articles[1])
  const pageFor = (slug: string, canonical: string): string => {
    const page = add(slug)
    page.head.push(`<link rel="canonical" href="${origin}${canonical}">`)
    return pathOf(page)
  }
  const wrong = [
    pageFor('to-redirect', moved),
    pageFor('to-hidden', pathOf({ slug: hiddenSlug })),
    pageFor('to-copy', pathOf({ slug: copySlug })),
  ]
  expect('canonical_target', 'fail', wrong)
  return [...wrong, pageFor(copySlug, third)]
}

/** Pages of the folder that lack what the others have: the end of the title, structured data, text. */
function plantTemplateOutliers({ expect, share }: Seeding): void {
  const dropName = (one: SeededPage) => Object.assign(one, { title: one.title.replace(siteName, '') })
  const dropStructuredData = (one: SeededPage) => void one.head.splice(1, 1)
  const cutText = (one: SeededPage) => Object.assign(one, { paragraphs: [one.paragraphs[0]?.slice(0, 200) ?? ''] })
  expect('template_outlier', 'warn', share(2, dropName))
  expect('template_outlier', 'fail', [...share(2, dropStructuredData), ...share(1, cutText)])
}

/** Pages that no sitemap lists: 10 % of the site. */
function plantSitemapCoverage({ expect, pages, home, page }: Seeding): SeededPage[] {
  const unlisted = Array.from({ length: Math.ceil(pages.length / 9) }, (_, index) => page(`unlisted-${index}`))
  for (const [index, one] of unlisted.entries()) {
    const next = unlisted[(index + 1) % unlisted.length] ?? one
    one.links.push(pathOf(next))
    home.links.push(pathOf(one))
  }
  expect('sitemap_coverage', 'warn', unlisted.map(pathOf))
  return unlisted
}

function plantLastmodTruth({ expect, extraEntries, articles }: Seeding): void {
  const first = articles[1] === undefined ? '/' : pathOf(articles[1])
  extraEntries.push({ address: first, lastmod: new Date(Date.now() + 90 * 86_400_000).toISOString() })
  expect('lastmod_truth', 'fail', [first])
}

/** Entries that are missing, redirect or are of another site, besides pages that are not to be indexed. */
function plantSitemapClean({ expect, extraEntries, pages }: Seeding, notCanonical: readonly string[]): void {
  const added = [missing, moved, elsewhere]
  extraEntries.push(...added.map((address) => ({ address, lastmod: '2026-01-05T08:00:00.000Z' })))
  const unclean = [...notCanonical, pathOf({ slug: hiddenSlug }), ...added]
  // Entries of this site are the start page, all pages, and two of those that were added.
  const ownEntries = 1 + pages.length + 2
  const share = 1 / (ownEntries + 1) + (unclean.length - 1) / ownEntries
  expect('sitemap_clean', share <= 0.02 ? 'warn' : 'fail', unclean)
}
