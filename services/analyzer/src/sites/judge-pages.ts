import { rate } from '@pagebell/scoring/score'
import type { ActiveSuppressions, suppressionsAt } from '@pagebell/scoring/suppressions'
import type { CrawledSite, SitePage } from '@pagebell/site-checks/site'
import type { SiteCrawl } from './crawl-site.ts'
import type { IgnoredCollection } from './ignored-issues.ts'
import type { PageFindings } from './page-findings.ts'
import type { PageProblem } from './read-site-page.ts'

export type SiteSuppressions = ReturnType<typeof suppressionsAt>

export type JudgedPages = {
  /** With the scores that count. */
  pages: ReadonlyMap<string, SitePage>
  /** What counts of the problems of each page. */
  problems: ReadonlyMap<string, readonly PageProblem[]>
  /** The gate that the start page fails, if it does. */
  failedGate: string | null
}

/** Rates pages without the checks that are ignored on them, which are collected. */
export function judgePages(
  { site, findings }: Pick<SiteCrawl, 'findings'> & { site: Pick<CrawledSite, 'start' | 'pages'> },
  suppressions: SiteSuppressions,
  ignored: IgnoredCollection,
): JudgedPages {
  const pages = new Map<string, SitePage>()
  const problems = new Map<string, readonly PageProblem[]>()
  for (const [url, page] of site.pages) {
    const found = findings.get(url)
    const active = suppressions.on(url)
    pages.set(url, found === undefined ? page : { ...page, score: scoreWithout(page, found, active) })
    if (found === undefined) continue
    problems.set(url, withoutIgnored(found.problems, active))
    for (const { id, status, title, category } of found.problems) {
      const suppression = active.get(id)
      const finding = { check: id, kind: 'page', severity: status, title, category } as const
      if (suppression !== undefined) ignored.add(finding, suppression, url)
    }
  }
  return { pages, problems, failedGate: failedGateOf(site, problems, suppressions.on(site.start)) }
}

/** The score of a page without the checks that are ignored on it. */
function scoreWithout({ score }: SitePage, { problems, passed }: PageFindings, active: ActiveSuppressions) {
  const results = [...problems, ...passed]
  const counted = results.filter(({ id }) => !active.has(id))
  return counted.length === results.length ? score : rate(counted).score
}

function withoutIgnored(problems: readonly PageProblem[], active: ActiveSuppressions): readonly PageProblem[] {
  const counted = problems.filter(({ id }) => !active.has(id))
  return counted.length === problems.length ? problems : counted
}

function failedGateOf(
  { start, pages }: Pick<CrawledSite, 'start' | 'pages'>,
  problems: JudgedPages['problems'],
  active: ActiveSuppressions,
): string | null {
  const unread = gateOf(pages.get(start))
  if (unread !== null && !active.has(unread)) return unread
  return problems.get(start)?.find(({ gate, status }) => gate && status === 'fail')?.id ?? null
}

/** The gate that a page fails without being read. */
function gateOf(page: SitePage | undefined): string | null {
  if (page?.failure === 'robots') return 'robots_allows'
  return (page?.status ?? 0) >= 400 ? 'http_status' : null
}
