import type {
  SiteIssue__Output as SiteIssue,
  SitePage__Output as SitePage,
  SiteReport__Output as SiteReport,
} from '@pagebell/protos/report/v1/site_reports'

/** Text of a site with markup in it. */
export const hostile = '"><script>alert(1)</script><img src=x onerror=alert(1)>'

/** What replaces the usual; undefined leaves a field out. */
type Change<Row> = { [Name in keyof Row]?: Row[Name] | undefined }

const json = (value: object): Buffer => Buffer.from(JSON.stringify(value))

/** An issue of a report; `groups` are its causes. */
export function siteIssue({ groups = [], ...more }: Change<SiteIssue> & { groups?: object[] } = {}): SiteIssue {
  return {
    check: 'duplicate_title',
    kind: 'site',
    severity: 'fail',
    title: 'Many pages share a title',
    message: '37 pages share a title with another page.',
    fix: 'Give each page its own title.',
    category: 'seo',
    weight: 5,
    pages: 37,
    groups_json: json(groups),
    groups_total: groups.length,
    change: null,
    ...more,
  } as SiteIssue
}

const counts = { requested: 40, rated: 37, failed: 1, redirects: 2, forbidden: 0, waiting: 0 }
const usualSummary = {
  ended_by: 'finished',
  limits: [],
  counts,
  formula: 'Score: Σ(score × w) ÷ Σ(w) over 37 pages, w = 1 + ln(1 + pages that link to it): 710.0 ÷ 10.0 = 71.0',
  rulesets: { pages: '2026-11-27', site: '2026-11-27' },
  other_checks: [{ check: 'orphan', status: 'pass', message: 'Each page is linked' }],
  sitemaps: [],
}

/** A report that is done; `summary` replaces parts of what the analyzer has stored. */
export function siteReport({ summary = {}, ...more }: Change<SiteReport> & { summary?: object } = {}): SiteReport {
  return {
    id: '019abcde-0000-7000-8000-000000000002',
    project: 'example.com',
    url: 'https://example.com/',
    selection: { start: ['sitemap', 'links'], max_pages: 200, include: [], exclude: [] },
    status: 'done',
    created_at: '2026-11-27T10:00:00.000Z',
    ended_at: '2026-11-27T10:05:00.000Z',
    requested: 40,
    failed: 1,
    waiting: 0,
    attempt: 1,
    score: 71,
    result: 'decent',
    is_partial: false,
    error: null,
    issues: [siteIssue()],
    issue_counts: { fail: 1, warn: 0 },
    summary_json: json({ ...usualSummary, ...summary }),
    ...more,
  } as SiteReport
}

/** A page of a report with its issues, and with those that are ignored. */
export function sitePage({
  issues = {},
  ignored = {},
  ...more
}: Change<SitePage> & { issues?: object; ignored?: object } = {}): SitePage {
  return {
    url: 'https://example.com/tea',
    status: 200,
    score: 71,
    inlinks: 3,
    clicks: 1,
    in_sitemap: true,
    issues_json: json(issues),
    ignored_json: json(ignored),
    ...more,
  } as SitePage
}
