import { randomUUIDv7 } from 'node:crypto'
import { until } from '@pagebell/testing/until'
import type { TestSystem } from '../e2e/test-system.ts'
import { startFaultySite } from './faulty-site.ts'
import { queryDatabase } from './query-database.ts'
import { sharedPassword } from './sign-in.ts'

type Report = { data: { id: string; status: string } }

const timeoutMs = 120_000

/** Crawls a site by the API; the id of the report once it has ended. */
export async function crawlSite(system: TestSystem, url: string, more: object = {}): Promise<string> {
  const body = { project: new URL(url).hostname, url, ...more }
  const made = await system.api<Report>('POST', '/site-reports', { body })
  const { id } = made.body.data
  const ended = async () => {
    const { status } = (await system.api<Report>('GET', `/site-reports/${id}`)).body.data
    return status !== 'queued' && status !== 'running'
  }
  await until('the crawl has ended', ended, timeoutMs)
  return id
}

type Paths = Record<string, string>

/**
 * Two reports of a site that has changed between them, the first behind a password and the second public, one that
 * failed and one under way: the paths of their pages, for their owner and for everybody.
 */
export async function addSiteReports(system: TestSystem): Promise<Record<'owner' | 'visitor' | 'guest', Paths>> {
  await using site = await startFaultySite()
  const before = await crawlSite(system, `${site.origin}/`)
  site.change()
  await ignoreChecks(system, `${site.origin}/alone`)
  const id = await crawlSite(system, `${site.origin}/`, { exclude: ['/tag/*'] })
  const failed = await crawlSite(system, 'http://127.0.0.1:1/')
  await system.api('PATCH', `/site-reports/${before}`, { body: { visibility: 'password', password: sharedPassword } })
  await system.api('PATCH', `/site-reports/${id}`, { body: { visibility: 'public' } })
  const visitor = {
    'public-site': `/s/${id}`,
    'public-site-pages': `/s/${id}/pages?sort=inlinks&per_page=10`,
    'public-site-issue': `/s/${id}/issues/duplicate_title`,
    'locked-site': `/s/${before}`,
    'no-public-site': `/s/${failed}`,
  }
  const guest = {
    'unlocked-site': `/s/${before}`,
    'unlocked-site-pages': `/s/${before}/pages`,
    'unlocked-site-issue': `/s/${before}/issues/links_to_broken`,
  }
  const path = `/site-reports/${id}`
  const owner = {
    'site-reports': '/site-reports',
    'site-reports-of-project': '/site-reports?project=127.0.0.1',
    'site-report-new': '/site-reports/new?project=127.0.0.1',
    'site-report-again': `/site-reports/new?again=${id}`,
    'site-report': path,
    'site-report-first': `/site-reports/${before}`,
    'site-report-failed': `/site-reports/${failed}`,
    'site-report-running': `/site-reports/${await addRunning(system)}`,
    'site-pages': `${path}/pages?sort=inlinks&per_page=10`,
    'site-pages-none': `${path}/pages?issue=nothing`,
    'site-issue': `${path}/issues/duplicate_title`,
    'site-issue-new': `${path}/issues/duplicate_title?not_in=${before}`,
    'site-issue-gone': `/site-reports/${before}/issues/links_to_broken?not_in=${id}`,
    'site-compare': `${path}/compare`,
    'site-compare-none': `/site-reports/${before}/compare`,
  }
  return { owner, visitor, guest }
}

/** Has the project ignore a check on all pages, and one of sites on this page. */
async function ignoreChecks(system: TestSystem, url: string): Promise<void> {
  const path = '/projects/127.0.0.1/ignored-checks'
  const expires_at = '2099-01-31T12:00:00Z'
  const body = { reason: 'The descriptions are written after the launch.', expires_at }
  await system.api('PUT', `${path}/meta_description`, { body })
  await system.api('PUT', `${path}/orphan`, {
    body: { url, reason: 'A page of a campaign, linked from a newsletter.' },
  })
}

/** A report of 10,000 pages with long addresses; each of thirteen issues has 100 causes with 20 pages. */
export async function addLargeReport(system: TestSystem): Promise<string> {
  const id = randomUUIDv7()
  const report = `
    insert into site_report (account_id, id, project_id, project, url, host, starts, max_pages, include, exclude,
      charged_on, status, attempt, started_at, ended_at, requested, score, result, summary)
    select account_id, $1, gen_random_uuid(), 'large.example', 'https://large.example/', 'large.example',
      '{sitemap,links}', 10000, '{}', '{}', now(), 'done', 1, now(), now(), 10000, 71, 'decent', $2
    from site_report limit 1`
  const counts = {
    requested: 10_000,
    rated: 10_000,
    unchanged: 9_000,
    failed: 0,
    redirects: 0,
    forbidden: 0,
    waiting: 0,
  }
  const ends = { ended_by: 'finished', limits: [], counts, formula: 'Score: 71.', other_checks: [], sitemaps: [] }
  const summary = JSON.stringify({ ...ends, rulesets: { pages: '1', site: '1' } })
  await queryDatabase(system, 'report', { text: report, values: [id, summary] })
  const pages = `
    insert into site_page (account_id, site_report_id, number, url, status, score, inlinks, clicks, in_sitemap, issues)
    select account_id, id, n, 'https://large.example/' || n || '/' || repeat('x', 1000), 200, n % 101, n % 50, 2, true, $2
    from site_report, generate_series(1, 10000) as n where id = $1`
  const checks = Array.from({ length: 13 }, (_, index) => `check_${index}`)
  const ofPage = Object.fromEntries(checks.map((check) => [check, { severity: 'fail', causes: [{ title: 'Tea' }] }]))
  await queryDatabase(system, 'report', { text: pages, values: [id, JSON.stringify(ofPage)], filled: ['site_page'] })
  const first_pages = Array.from({ length: 20 }, (_, index) => `https://large.example/${index}/${'x'.repeat(1_000)}`)
  const groups = Array.from({ length: 100 }, (_, index) => {
    return { severity: 'fail', cause: { title: `Tea ${index}` }, pages: 100, first_pages }
  })
  const issues = `
    insert into site_issue (account_id, site_report_id, number, check_id, kind, severity, title, message, fix, category,
      weight, pages, groups, groups_total)
    select account_id, id, n, ($2::text[])[n], 'site', 'fail', 'Pages have a fault', '10,000 pages have a fault.', 'Fix it.',
      'seo', 5, 10000, $3, 500
    from site_report, generate_series(1, 13) as n where id = $1`
  await queryDatabase(system, 'report', { text: issues, values: [id, checks, JSON.stringify(groups)] })
  return id
}

/** A crawl that no analyzer ends: its next heartbeat is overdue only tomorrow. */
async function addRunning(system: TestSystem): Promise<string> {
  const text = `
    insert into site_report (account_id, id, project_id, project, url, host, starts, max_pages, include, exclude,
      charged_on, status, attempt, started_at, heartbeat_at, requested, failed, waiting)
    select account_id, gen_random_uuid(), gen_random_uuid(), 'crawled.example', 'https://crawled.example/',
      'crawled.example', '{sitemap,links}', 200, '{}', '{}', now(), 'running', 2, now(), now() + interval '1 day',
      120, 3, 40
    from site_report limit 1 returning id`
  const [made] = await queryDatabase(system, 'report', { text, values: [] })
  return made?.['id'] ?? ''
}
