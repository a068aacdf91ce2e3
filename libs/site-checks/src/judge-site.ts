import type { CrawledSite } from './site.ts'
import { type IssueGroup, notApplicable, type Severity, type SiteCheck } from './site-check.ts'
import { type SiteGraph, siteGraph } from './site-graph.ts'

export type SiteResult = {
  id: string
  status: 'pass' | Severity | 'not_applicable'
  title: string
  message: string
  fix: string
  weight: number
  category: string
  groups: IssueGroup[]
}

/** The result of every check, in the order of the checks. */
export function judgeSite(
  checks: readonly SiteCheck[],
  site: CrawledSite,
  graph: SiteGraph = siteGraph(site),
): SiteResult[] {
  return checks.map((check) => {
    const { id, weight, category, title, titles } = check
    const common = { id, weight, category, fix: '', groups: [] }
    const outcome =
      check.needsWholeSite && !site.isComplete
        ? notApplicable('The crawl did not read the whole site.')
        : check.check(site, graph)
    if (outcome.status === 'not_applicable') {
      return { ...common, status: 'not_applicable', title, message: outcome.message }
    }
    if (outcome.status === 'pass') return { ...common, status: 'pass', title: titles.pass, message: titles.pass }
    const { message, groups } = outcome
    const status = groups.some(({ severity }) => severity === 'fail') ? 'fail' : 'warn'
    const heading = (status === 'warn' ? titles.warn : undefined) ?? titles.fail ?? titles.warn ?? title
    return { ...common, status, title: heading, message, fix: check.fix, groups }
  })
}
