import type {
  SiteIssue__Output as SiteIssue,
  SitePage__Output as SitePage,
  SiteReport__Output as SiteReport,
} from '@pagebell/protos/report/v1/site_reports'

/** What the analyzer has stored beside the issues of a report that is done. */
export type SiteSummary = {
  ended_by: string
  limits: { limit: string; detail: string; addresses: number; example: string | null }[]
  /** `unchanged`, of those rated, is absent in older reports. */
  counts: Record<'requested' | 'rated' | 'failed' | 'redirects' | 'forbidden' | 'waiting', number> & {
    unchanged?: number
  }
  formula: string | null
  rulesets: { pages: string; site: string }
  other_checks: { check: string; status: string; message: string }[]
  sitemaps: { url: string; status: number | null; problem: string | null }[]
  /** Absent in a report of an analyzer that could not ignore anything; the first of `ignored_total`. */
  ignored?: IgnoredIssue[]
  ignored_total?: number
}

/** A check that does not count, because the project ignores it on one page or, with `url` null, on all. */
export type IgnoredIssue = {
  check: string
  severity: string
  title: string
  url: string | null
  reason: string
  expires_at: string | null
  pages: number
}

/** What pages share: a title, the address of a broken page. Text of the site. */
export type Cause = Record<string, string | number>

/** Pages with one cause, and the first of them. */
export type IssueGroup = { severity: string; cause: Cause; pages: number; first_pages: string[] }

/** What is wrong with one page, by the id of the check. */
export type PageIssues = Record<string, { severity: string; causes?: Cause[] }>

/** Undefined before the report is done. */
export const summaryOf = ({ summary_json: json }: Pick<SiteReport, 'summary_json'>): SiteSummary | undefined =>
  json === undefined || json.length === 0 ? undefined : (JSON.parse(json.toString()) as SiteSummary)

export const groupsOf = ({ groups_json }: Pick<SiteIssue, 'groups_json'>): IssueGroup[] =>
  JSON.parse(groups_json.toString()) as IssueGroup[]

export const issuesOf = ({ issues_json }: Pick<SitePage, 'issues_json'>): PageIssues =>
  JSON.parse(issues_json.toString()) as PageIssues

/** What is wrong with a page and does not count. */
export const ignoredOn = ({ ignored_json }: Pick<SitePage, 'ignored_json'>): PageIssues =>
  JSON.parse(ignored_json.toString()) as PageIssues

/** Whether a crawl is still to end. */
export const isUnderWay = ({ status }: Pick<SiteReport, 'status'>): boolean =>
  status === 'queued' || status === 'running'
