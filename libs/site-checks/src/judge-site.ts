import type { CrawledSite } from './site.ts'
import {
  countPages,
  type IssueGroup,
  notApplicable,
  type Severity,
  type SiteCheck,
  type SiteOutcome,
} from './site-check.ts'
import { type SiteGraph, siteGraph } from './site-graph.ts'

export type SiteResult = {
  id: string
  /** `error`: the check threw. `ignored`: it has found something, but only on pages on which it is ignored. */
  status: 'pass' | Severity | 'not_applicable' | 'error' | 'ignored'
  title: string
  message: string
  fix: string
  weight: number
  category: string
  groups: IssueGroup[]
  /** What it has found on pages on which it is ignored. */
  ignored: IssueGroup[]
}

/** Whether a check is ignored on a page. */
export type IsIgnored = (check: string, url: string) => boolean

const nowhere: IsIgnored = () => false

/**
 * The result of every check, in the order of the checks. One that throws becomes an `error` result. A page on which a
 * check is ignored is in none of its groups, and is not compared with others.
 */
export function judgeSite(
  checks: readonly SiteCheck[],
  site: CrawledSite,
  graph: SiteGraph = siteGraph(site),
  isIgnored: IsIgnored = nowhere,
): SiteResult[] {
  return checks.map((check): SiteResult => {
    const { id, weight, category, title, titles } = check
    const common = { id, weight, category, title, fix: '', groups: [], ignored: [] }
    const outcome = outcomeOf(check, site, graph)
    if (outcome === null)
      return { ...common, status: 'error', message: 'This check could not be carried out on this site.' }
    if (outcome.status === 'not_applicable') return { ...common, status: 'not_applicable', message: outcome.message }
    if (outcome.status === 'pass') return { ...common, status: 'pass', title: titles.pass, message: titles.pass }
    const isLeftOut = (url: string): boolean => isIgnored(id, url)
    const ignored = pagesOfGroups(outcome.groups, isLeftOut)
    const groups = ignored.length === 0 ? outcome.groups : groupsWithout(check, { site, graph, outcome }, isLeftOut)
    const heading = headingOf(check, groups.length > 0 ? groups : ignored)
    if (groups.length === 0) return { ...common, status: 'ignored', title: heading, message: heading, ignored }
    const message = outcome.message(countPages(groups))
    return { ...common, status: worstOf(groups), title: heading, message, fix: check.fix, groups, ignored }
  })
}

type Judged = { site: CrawledSite; graph: SiteGraph; outcome: SiteOutcome & { status: 'found' } }

/** The groups without the pages that are left out: of a check that compares pages, as if there were no such pages. */
function groupsWithout(check: SiteCheck, { site, graph, outcome }: Judged, isLeftOut: (url: string) => boolean) {
  if (check.comparesPages !== true) return pagesOfGroups(outcome.groups, (url) => !isLeftOut(url))
  const pages = new Map([...site.pages].filter(([url]) => !isLeftOut(url)))
  const others = outcomeOf(check, { ...site, pages }, graph)
  return others?.status === 'found' ? others.groups : []
}

function pagesOfGroups(groups: readonly IssueGroup[], isWanted: (url: string) => boolean): IssueGroup[] {
  return groups.flatMap((group) => {
    const pages = group.pages.filter(isWanted)
    return pages.length === 0 ? [] : [{ ...group, pages }]
  })
}

function worstOf(groups: readonly IssueGroup[]): Severity {
  return groups.some(({ severity }) => severity === 'fail') ? 'fail' : 'warn'
}

function headingOf({ title, titles }: SiteCheck, groups: readonly IssueGroup[]): string {
  return (worstOf(groups) === 'warn' ? titles.warn : undefined) ?? titles.fail ?? titles.warn ?? title
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
