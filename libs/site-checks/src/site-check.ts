import type { Category } from '@pagebell/scoring/order-results'
import type { CrawledSite } from './site.ts'
import type { SiteGraph } from './site-graph.ts'

/** Changes with every change to a check's criteria or weight, and with the formula of the score. */
export const siteRuleset = '2026-11-27.2'

export type Severity = 'warn' | 'fail'
/** Pages with one cause, which `cause` names: a shared title, the address of a broken page. */
export type IssueGroup = { severity: Severity; cause: Record<string, string | number>; pages: string[] }

export type SiteOutcome =
  | { status: 'pass' }
  | { status: 'not_applicable'; message: string }
  /** `message` makes a sentence of the number of distinct pages. */
  | { status: 'found'; message: (pages: number) => string; groups: IssueGroup[] }

export type SiteCheck = {
  id: string
  title: string
  titles: { pass: string; warn?: string; fail?: string }
  category: Category
  weight: number
  why: string
  fix: string
  learn?: string
  criteria: { pass: string; warn?: string; fail?: string; notApplicable?: string }
  /** Judges what is missing, so that a crawl that was cut says nothing: `judgeSite` does not call it then. */
  needsWholeSite?: true
  /** Compares pages with each other, so that it is carried out without those on which it is ignored. */
  comparesPages?: true
  check(site: CrawledSite, graph: SiteGraph): SiteOutcome
}

/** A check over all pages of a site: a pure function of their facts. */
export function defineSiteCheck(check: SiteCheck): SiteCheck {
  return check
}

export const passed: SiteOutcome = { status: 'pass' }

export function notApplicable(message: string): SiteOutcome {
  return { status: 'not_applicable', message }
}

/** Passes without groups. */
export function foundIssues(groups: IssueGroup[], message: (pages: number) => string): SiteOutcome {
  if (groups.length === 0) return passed
  return { status: 'found', message, groups: largestFirst(groups) }
}

export function countPages(groups: readonly IssueGroup[]): number {
  return new Set(groups.flatMap(({ pages }) => pages)).size
}

/** "1 page", "37 pages". */
export function count(number: number, singular: string, plural = `${singular}s`): string {
  return `${number.toLocaleString('en')} ${number === 1 ? singular : plural}`
}

function largestFirst(groups: readonly IssueGroup[]): IssueGroup[] {
  return groups.toSorted((a, b) => {
    if (a.severity !== b.severity) return a.severity === 'fail' ? -1 : 1
    return b.pages.length - a.pages.length
  })
}

/** Collects pages by their cause, in the order of arrival. */
export function groupByCause() {
  const groups = new Map<string, IssueGroup>()
  return {
    add(severity: Severity, cause: IssueGroup['cause'], page: string): void {
      const key = JSON.stringify([severity, cause])
      const group = groups.get(key)
      if (group === undefined) groups.set(key, { severity, cause, pages: [page] })
      else group.pages.push(page)
    },
    get groups() {
      return [...groups.values()]
    },
  }
}
