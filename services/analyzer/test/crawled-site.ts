import type { SitePage } from '@pagebell/site-checks/site'
import type { SiteCrawl } from '../src/sites/crawl-site.ts'
import type { PageFindings } from '../src/sites/page-findings.ts'
import type { PageProblem } from '../src/sites/read-site-page.ts'

export const origin = 'https://shop.example'

export type CrawledPage = Partial<Omit<SitePage, 'url'>> & {
  title?: string
  /** Checks that warn or fail, with their weights; one without weight is a gate. */
  problems?: Record<string, { status: 'warn' | 'fail'; weight: number }>
  /** Checks that passed, with their weights. */
  passed?: Record<string, number>
}

/** A crawl that has found these pages, by their paths; the first is the start page. */
export function crawledSite(found: Record<string, CrawledPage>): SiteCrawl {
  const pages = new Map<string, SitePage>()
  const findings = new Map<string, PageFindings>()
  for (const [path, { title = path, problems, passed = {}, ...rest }] of Object.entries(found)) {
    const url = origin + path
    pages.set(url, { ...plainPage(url, title), ...rest })
    if (problems === undefined) continue
    findings.set(url, {
      problems: Object.entries(problems).map(([id, one]) => problemOf(id, one)),
      passed: Object.entries(passed).map(([id, weight]) => ({ id, status: 'pass', weight, gate: false })),
    })
  }
  const [start = origin] = pages.keys()
  return {
    site: { start, pages, sitemap: null, isComplete: true, now: new Date('2026-11-27T10:00:00Z') },
    findings,
    thrown: [],
    reached: [],
    requested: pages.size,
    waiting: 0,
    end: 'finished',
    sitemapFiles: [],
  }
}

function plainPage(url: string, title: string): SitePage {
  const texts = { title, description: '', mainHash: url, simhash: '0'.repeat(16) }
  const facts = { ...texts, canonical: null, isNoindex: false, words: 10, versions: [], types: [] }
  return { url, status: 200, failure: null, redirectsTo: null, score: null, links: [], facts }
}

function problemOf(id: string, { status, weight }: { status: 'warn' | 'fail'; weight: number }): PageProblem {
  const gate = weight === 0
  return { id, status, weight, gate, cap: gate ? 48 : null, title: `${id} ${status}s`, category: 'seo', fix: 'Fix it.' }
}
