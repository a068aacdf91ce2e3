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
