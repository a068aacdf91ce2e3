import type { CrawledSite } from './site.ts'
import { type IssueGroup, notApplicable, type Severity, type SiteCheck, type SiteOutcome } from './site-check.ts'
import { type SiteGraph, siteGraph } from './site-graph.ts'

export type SiteResult = {
  id: string
  /** `error`: the check threw. */
  status: 'pass' | Severity | 'not_applicable' | 'error'
  title: string
  message: string
  fix: string
  weight: number
  category: string
  groups: IssueGroup[]
}

/** The result of every check, in the order of the checks. One that throws becomes an `error` result. */
export function judgeSite(
  checks: readonly SiteCheck[],
  site: CrawledSite,
  graph: SiteGraph = siteGraph(site),
): SiteResult[] {
  return checks.map((check) => {
    const { id, weight, category, title, titles } = check
    const common = { id, weight, category, title, fix: '', groups: [] }
    const outcome = outcomeOf(check, site, graph)
    if (outcome === null)
      return { ...common, status: 'error', message: 'This check could not be carried out on this site.' }
    if (outcome.status === 'not_applicable') return { ...common, status: 'not_applicable', message: outcome.message }
    if (outcome.status === 'pass') return { ...common, status: 'pass', title: titles.pass, message: titles.pass }
    const { message, groups } = outcome
    const status = groups.some(({ severity }) => severity === 'fail') ? 'fail' : 'warn'
    const heading = (status === 'warn' ? titles.warn : undefined) ?? titles.fail ?? titles.warn ?? title
    return { ...common, status, title: heading, message, fix: check.fix, groups }
  })
}

/** null if the check throws: hours of a crawl are not lost to a fault of one check. */
function outcomeOf(check: SiteCheck, site: CrawledSite, graph: SiteGraph): SiteOutcome | null {
  if (check.needsWholeSite && !site.isComplete) return notApplicable('The crawl did not read the whole site.')
  try {
    return check.check(site, graph)
  } catch {
    return null
  }
}
