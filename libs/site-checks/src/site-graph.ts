import type { CrawledSite, SitePage } from './site.ts'

/** Where an address leads: `hops` redirects, and the page at the end; null for one that was not requested. */
export type Destination = { hops: number; end: SitePage | null; endUrl: string; isLoop: boolean }

export type SiteGraph = {
  /** Follows redirects as far as they were requested. */
  destination(url: string): Destination
  /** The pages that link to a page, each once, by its address or by one that redirects to it. */
  sources(url: string): readonly string[]
  /** Links from the start page along the shortest way; undefined if no link leads there. */
  clicks(url: string): number | undefined
}

const none: readonly string[] = []

/** Where an address leads, as far as redirects were requested. */
export function destinationOf(pages: ReadonlyMap<string, SitePage>, url: string): Destination {
  const page = pages.get(url) ?? null
  // A site has millions of links, and few of them lead to redirects.
  if (page === null || page.redirectsTo === null) return { hops: 0, end: page, endUrl: url, isLoop: false }
  return endOfRedirects(pages, page, page.redirectsTo)
}

function endOfRedirects(pages: ReadonlyMap<string, SitePage>, first: SitePage, target: string): Destination {
  const passed = new Set<string>()
  let end = first
  for (let next: string | null = target; next !== null; next = end.redirectsTo) {
    passed.add(end.url)
    if (passed.has(next)) return { hops: passed.size - 1, end, endUrl: end.url, isLoop: true }
    const page = pages.get(next)
    if (page === undefined) return { hops: passed.size, end: null, endUrl: next, isLoop: false }
    end = page
  }
  return { hops: passed.size, end, endUrl: end.url, isLoop: false }
}

/** The links of a site, with the redirects between them resolved. */
export function siteGraph({ start, pages }: Pick<CrawledSite, 'start' | 'pages'>): SiteGraph {
  const destination = (url: string): Destination => destinationOf(pages, url)
  const sources = new Map<string, string[]>()
  for (const { url, links } of pages.values()) {
    for (const target of new Set(links.map((link) => destination(link).endUrl))) {
      if (target === url) continue
      const known = sources.get(target)
      if (known === undefined) sources.set(target, [url])
      else known.push(url)
    }
  }
  const clicks = countClicks()

  function countClicks(): Map<string, number> {
    const counted = new Map([[start, 0]])
    // A Map iterates over entries that are added meanwhile.
    for (const [url, count] of counted) {
      for (const link of pages.get(url)?.links ?? none) {
        const { endUrl } = destination(link)
        if (!counted.has(endUrl)) counted.set(endUrl, count + 1)
      }
    }
    return counted
  }

  return {
    destination,
    sources: (url) => sources.get(url) ?? none,
    clicks: (url) => clicks.get(url),
  }
}
