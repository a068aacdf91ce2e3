import type { Suppression } from '@pagebell/scoring/suppressions'
import type { Severity } from '@pagebell/site-checks/site-check'

/** What a check has found where the project ignores it: on one page or, with `url` null, on all others. */
export type IgnoredIssue = Pick<Suppression, 'check' | 'url' | 'reason' | 'expires_at'> & {
  kind: 'site' | 'page'
  severity: Severity
  title: string
  category: string
  pages: number
  /** The first of them. */
  first_pages: string[]
}
export type IgnoredFinding = Pick<IgnoredIssue, 'check' | 'kind' | 'severity' | 'title' | 'category'>

/** A check that is ignored on a page where it warns or fails. */
export type PageIssue = { check: string; severity: Severity }

const maxFirstPages = 5

/** Gathers what is ignored: by suppression, and by page. Each check comes once for a page. */
export function collectIgnored() {
  const issues = new Map<Suppression, IgnoredIssue>()
  const byPage = new Map<string, PageIssue[]>()
  return {
    byPage: byPage as ReadonlyMap<string, readonly PageIssue[]>,
    add(finding: IgnoredFinding, suppression: Suppression, page: string): void {
      const { check, severity, title } = finding
      const { url, reason, expires_at } = suppression
      const issue = issues.get(suppression) ?? { ...finding, url, reason, expires_at, pages: 0, first_pages: [] }
      issues.set(suppression, issue)
      issue.pages += 1
      if (issue.first_pages.length < maxFirstPages) issue.first_pages.push(page)
      // A check that warns on some pages and fails on others is shown by its worse outcome.
      if (severity === 'fail' && issue.severity === 'warn') Object.assign(issue, { severity, title })
      byPage.set(page, [...(byPage.get(page) ?? []), { check, severity }])
    },
    /** Those that fail, then those on the most pages. */
    list: (): IgnoredIssue[] => [...issues.values()].sort(byImportance),
  }
}

export type IgnoredCollection = ReturnType<typeof collectIgnored>

function byImportance(one: IgnoredIssue, other: IgnoredIssue): number {
  if (one.severity !== other.severity) return one.severity === 'fail' ? -1 : 1
  return other.pages - one.pages
}
