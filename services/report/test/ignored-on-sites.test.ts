import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { checksIgnored } from '@pagebell/messages/checks-ignored'
import { pageAnalyzed } from '@pagebell/messages/page-analyzed'
import type { SiteRunKey } from '@pagebell/protos/report/v1/site_runs'
import { maxPayloadBytes } from '@pagebell/rpc/mux-contract'
import { until } from '@pagebell/testing/until'
import { rated } from './analyzer-messages.ts'
import { newReport, newSiteReport, type RunningService, runService } from './running-service.ts'
import { type Page, pageRows, runResult } from './site-run-result.ts'

let running: RunningService
beforeAll(async () => {
  running = await runService()
})
afterAll(() => running?.[Symbol.asyncDispose]())
// Each test takes what it has made.
beforeEach(() => running.sql.query('delete from site_report'))

const newPlace = () => {
  const { account_id, project_id, project } = newSiteReport()
  return { account_id, project_id, project }
}
type Place = ReturnType<typeof newPlace>

async function ignore({ account_id, project_id }: Place, ...checks: { check: string; url?: string }[]): Promise<void> {
  const ignored = checks.map((one) => ({ url: null, reason: 'Meant so.', expires_at: null, ...one }))
  const body = { account_id, project_id, version: 1, ignored }
  await running.broker.publish(checksIgnored, body, { id: crypto.randomUUID() })
  const text = 'select from ignored_checks where project_id = $1'
  await until('it is stored', async () => (await running.sql.query(text, [project_id])).rowCount === 1)
}

/** Queues the report of a site, and takes it as an analyzer. */
async function takenRun(place: Place): Promise<{ id: string; key: SiteRunKey }> {
  const { id } = await running.siteReports.createSiteReport({
    ...newSiteReport(),
    ...place,
    url: `https://${place.project}/`,
  })
  const { run } = await running.siteRuns.takeSiteRun({})
  if (run?.key?.id !== id) throw new Error('Another run was taken.')
  return { id, key: run.key }
}

async function doneReport(place: Place, pages: Page[], issues: Parameters<typeof runResult>[1] = []): Promise<string> {
  const { id, key } = await takenRun(place)
  await running.siteRuns.putSitePages({ key, first: 1, pages: pageRows(pages) })
  await running.siteRuns.endSiteRun({ key, result: runResult(pages, issues) })
  return id
}

describe('what a project ignores', () => {
  it('is read by the analyzer that has the crawl, as it is at that moment', async () => {
    const place = newPlace()
    const { id, key } = await takenRun(place)
    expect(await running.siteRuns.listIgnored({ key })).toEqual({ go_on: true, ignored: [] })
    await ignore(newPlace(), { check: 'title' })
    const url = `https://${place.project}/a`
    await ignore(place, { check: 'h1' }, { check: 'orphan', url })
    expect((await running.siteRuns.listIgnored({ key })).ignored).toEqual([
      { check: 'h1', reason: 'Meant so.' },
      { check: 'orphan', url, reason: 'Meant so.' },
    ])
    const nothing = { go_on: false, ignored: [] }
    expect(await running.siteRuns.listIgnored({ key: { ...key, attempt: 2 } })).toEqual(nothing)
    expect(await running.siteRuns.listIgnored({ key: { ...key, account_id: crypto.randomUUID() } })).toEqual(nothing)
    await running.siteReports.cancelSiteReport({ account_id: place.account_id, id })
    expect(await running.siteRuns.listIgnored({ key })).toEqual(nothing)
  })

  it('is kept apart on each page; an older analyzer sends none', async () => {
    const place = newPlace()
    const ignored = { h1: { severity: 'warn' } }
    const id = await doneReport(place, [{ url: 'https://a.example/1', ignored }, { url: 'https://a.example/2' }])
    const asked = { account_id: place.account_id, id, sort: 'url', per_page: 10 }
    const { pages } = await running.siteReports.listSitePages(asked)
    expect(pages.map(({ ignored_json }) => JSON.parse(String(ignored_json)))).toEqual([ignored, {}])
    expect((await running.siteReports.listSitePages({ ...asked, issue: 'h1' })).pages).toEqual([])
  })

  it('is in no comparison: neither gone when it is ignored, nor new when it counts again', async () => {
    const place = newPlace()
    const title = { title: { severity: 'fail' } }
    const issue = [{ check: 'title', title: 'No title' }]
    const page = (name: string, more: object = {}) => ({ url: `https://a.example/${name}`, ...more })
    const first = await doneReport(
      place,
      [
        page('1', { issues: title }),
        page('2', { issues: title }),
        page('3', { ignored: title }),
        page('4', { ignored: title }),
      ],
      issue,
    )
    const second = await doneReport(
      place,
      [
        page('1', { issues: title }),
        page('2', { ignored: title }),
        page('3', { issues: title }),
        page('4'),
        page('5', { issues: title }),
      ],
      issue,
    )
    const { account_id } = place
    const change = { added: 1, same: 2, gone: 0, not_requested: 0 }
    const { issues } = await running.siteReports.getSiteReport({ account_id, id: second })
    expect(issues).toMatchObject([{ check: 'title', change }])
    expect((await running.siteReports.compareSiteReports({ account_id, id: second })).issues).toMatchObject([
      { change },
    ])
    const only = async (id: string, not_in: string) => {
      const asked = { account_id, id, issue: 'title', not_in, sort: 'url', per_page: 10 }
      return (await running.siteReports.listSitePages(asked)).pages.map(({ url }) => url.slice(-1)).join('')
    }
    expect([await only(second, first), await only(first, second)]).toEqual(['5', ''])
  })

  it('raises no alert on a page', async () => {
    const place = newPlace()
    await ignore(place, { check: 'h1' }, { check: 'tls_certificate' })
    const rules = ['h1', 'title'].map((check) => ({ when: 'check_fails', check }))
    const further = [
      { when: 'new_issue', severity: 'warn' },
      { when: 'certificate', days: 90 },
    ]
    await running.alerts.putAlerts({ ...place, rules: [...rules, ...further], at: '08:00' })
    const request = { ...newReport(place), url: `https://${place.project}/`, reuse: true }
    const statuses = [{ h1: 'pass' }, { h1: 'fail' }, { h1: 'fail' }] as const
    for (const { h1 } of statuses) {
      const { id } = await running.reports.createReport(request)
      const { rows } = await running.sql.query('select run_id, id as report_id from report where id = $1', [id])
      const answer = rated(rows[0], { statuses: { h1, title: h1, tls_certificate: 'warn' } })
      const certificate = answer.rating?.results['tls_certificate']
      if (certificate === undefined) throw new Error('The rating has no certificate.')
      certificate.evidence = [{ valid_to: new Date(Date.now() + 86_400_000).toISOString() }] as never
      await running.broker.publish(pageAnalyzed, answer, { id: crypto.randomUUID() })
      const asked = { account_id: place.account_id, id }
      await until('it is done', async () => (await running.reports.getReport(asked)).status === 'done')
    }
    const open = async () => (await running.alerts.getAlerts(place)).open.map(({ when, check }) => `${when} ${check}`)
    await until('the other check has its alerts', async () => (await open()).length >= 2)
    expect((await open()).toSorted()).toEqual(['check_fails title', 'new_issue title'])
  })
})

describe('a report of 10,000 addresses of 2,000 characters', () => {
  const tail = 'x'.repeat(1_950)
  /** As analyzers are. */
  const analyzerTimeout = { deadlineMs: 30_000 }
  const address = (index: number): string => `https://long.example/${String(index).padStart(6, '0')}/${tail}`
  const cause = (index: number) => ({ link: address(index), leads_to: address(index + 1) })
  const issues = Object.fromEntries(
    ['orphan', 'depth', 'links_to_redirects'].map((check) => {
      return [check, { severity: 'fail', causes: [1, 2].map(cause) }]
    }),
  )

  /** As large as an older analyzer could make it. */
  async function longReport(): Promise<{ account_id: string; id: string }> {
    const place = newPlace()
    const { id, key } = await takenRun(place)
    const pages = `insert into site_page (account_id, site_report_id, number, url, inlinks, in_sitemap, issues)
      select $1, $2, n, 'https://long.example/' || lpad(n::text, 6, '0') || '/' || $3, 0, true,
        case when n <= 400 then $4::jsonb else '{}' end
      from generate_series(1, 10000) as n`
    await running.sql.query(pages, [place.account_id, id, tail, JSON.stringify(issues)])
    const first_pages = Array.from({ length: 20 }, (_, at) => address(at))
    const groups = Array.from({ length: 15 }, (_, index) => {
      return { severity: 'fail', cause: cause(index), pages: 20, first_pages }
    })
    const found = Array.from({ length: 15 }, (_, index) => ({ check: `check_${index}`, title: 'A fault', groups }))
    await running.siteRuns.endSiteRun({ key, result: runResult([], found) }, analyzerTimeout)
    return { account_id: place.account_id, id }
  }

  it('is read in one message, with the first causes, and all its pages in parts', async () => {
    const { account_id, id } = await longReport()
    const report = await running.siteReports.getSiteReport({ account_id, id }, analyzerTimeout)
    const sizes = report.issues.map(({ groups_json }) => groups_json.length)
    expect(sizes).toHaveLength(15)
    expect(sizes.reduce((sum, size) => sum + size)).toBeLessThan(maxPayloadBytes / 2)
    for (const { groups_json, groups_total } of report.issues) {
      const groups = JSON.parse(String(groups_json))
      expect([groups.length > 5, groups.length < 15, groups_total]).toEqual([true, true, 15])
      expect(groups[0]).toMatchObject({ cause: cause(0), pages: 20 })
    }
    const [alone] = (await running.siteReports.getSiteReport({ account_id, id, check: 'check_3' }, analyzerTimeout))
      .issues
    expect(JSON.parse(String(alone?.groups_json))).toHaveLength(15)

    const urls = new Set<string>()
    const counts: number[] = []
    for (let cursor: string | undefined; ; ) {
      const asked = { account_id, id, sort: 'url', per_page: 1_000, ...(cursor !== undefined && { cursor }) }
      const listed = await running.siteReports.listSitePages(asked, analyzerTimeout)
      counts.push(listed.pages.length)
      for (const { url } of listed.pages) urls.add(url)
      cursor = listed.next_cursor
      if (cursor === undefined) break
    }
    expect(urls.size).toBe(10_000)
    expect(counts.reduce((sum, count) => sum + count)).toBe(10_000)
    expect(counts[0]).toBeLessThan(1_000)
    expect(counts).toContain(1_000)
  })
})
