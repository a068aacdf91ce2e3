import type { CrawledSite, PageFacts, SitemapEntry, SitePage } from '../src/site.ts'

export const origin = 'https://example.com'

export type PageFixture = Partial<Omit<SitePage, 'url' | 'facts' | 'links' | 'redirectsTo'>> & {
  links?: string[]
  to?: string
  facts?: Partial<PageFacts> | null
}

/** A page that differs from all others, unless the row says otherwise. */
function pageOf(path: string, { links = [], to, facts = {}, ...rest }: PageFixture): SitePage {
  const plain = { title: path, description: path, canonical: null, isNoindex: false, words: 10 }
  const read = { ...plain, mainHash: path, simhash: '0'.repeat(16), versions: [], types: [], ...facts }
  return {
    url: origin + path,
    status: to === undefined ? 200 : 301,
    failure: null,
    redirectsTo: to === undefined ? null : origin + to,
    score: null,
    facts: facts === null || to !== undefined ? null : read,
    links: links.map((link) => origin + link),
    ...rest,
  }
}

export type SiteFixture = {
  pages: Record<string, PageFixture>
  sitemap?: (string | [string, string])[] | null
  isSitemapComplete?: boolean
  isComplete?: boolean
}

/** A whole site at https://example.com/, by its paths. */
export function siteOf(fixture: SiteFixture): CrawledSite {
  const { pages, sitemap = null, isSitemapComplete = true, isComplete = true } = fixture
  const built = Object.entries(pages).map(([path, fixture]): [string, SitePage] => {
    return [origin + path, pageOf(path, fixture)]
  })
  const entries = (sitemap ?? []).map((entry): SitemapEntry => {
    const [path, lastmod] = typeof entry === 'string' ? [entry, null] : entry
    return { url: path.startsWith('/') ? origin + path : path, lastmod }
  })
  const listed = sitemap === null ? null : { entries, isComplete: isSitemapComplete }
  const now = new Date('2026-11-27T00:00:00Z')
  return { start: `${origin}/`, pages: new Map(built), sitemap: listed, isComplete, now }
}

/** A check, what a row is about, the site, and what the check finds in it. */
export type CriteriaRow = [check: string, outcome: string, site: SiteFixture, expected: object]

/** So many pages, by their path. */
export function number(count: number, of: (index: number) => [string, PageFixture]): Record<string, PageFixture> {
  return Object.fromEntries(Array.from({ length: count }, (_, index) => of(index)))
}
export const titled = (title: string): PageFixture => ({ facts: { title } })
/** Facts of pages with the same text, and of pages whose texts are long enough to be similar. */
export const hashes = { same: { mainHash: 'a', words: 30 }, long: { words: 60 } }
