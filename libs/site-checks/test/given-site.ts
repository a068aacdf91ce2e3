import type { CrawledSite, PageFacts, SitemapEntry, SitePage } from '../src/site.ts'

export const origin = 'https://example.com'

export type GivenPage = Partial<Omit<SitePage, 'url' | 'facts' | 'links' | 'redirectsTo'>> & {
  links?: string[]
  to?: string
  facts?: Partial<PageFacts> | null
}

/** A page that differs from all others, unless the row says otherwise. */
function pageOf(path: string, { links = [], to, facts = {}, ...rest }: GivenPage): SitePage {
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

export type GivenSite = {
  pages: Record<string, GivenPage>
  sitemap?: (string | [string, string])[] | null
  isComplete?: boolean
}

/** A whole site at https://example.com/, by its paths. */
export function siteOf({ pages, sitemap = null, isComplete = true }: GivenSite): CrawledSite {
  const built = Object.entries(pages).map(([path, given]): [string, SitePage] => [origin + path, pageOf(path, given)])
  const entries = sitemap?.map((entry): SitemapEntry => {
    const [path, lastmod] = typeof entry === 'string' ? [entry, null] : entry
    return { url: path.startsWith('/') ? origin + path : path, lastmod }
  })
  const now = new Date('2026-11-27T00:00:00Z')
  return { start: `${origin}/`, pages: new Map(built), sitemap: entries ?? null, isComplete, now }
}
