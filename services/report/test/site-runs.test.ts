import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import type { Body } from '@pagebell/messages/define-message'
import { siteReportEnded } from '@pagebell/messages/site-report-ended'
import { connectDatabase, type Database } from '@pagebell/postgres/database'
import type { SiteRunKey } from '@pagebell/protos/report/v1/site_runs'
import { createLog } from '@pagebell/runtime/log'
import { until } from '@pagebell/testing/until'
import { sweepStalledSiteRuns } from '../src/site-reports/stalled-site-runs.ts'
import { newSiteReport, type RunningService, runService } from './running-service.ts'
import { type Issue, type Page, pageRows, runResult } from './site-run-result.ts'

let running: RunningService
let db: Database
const ended: Body<typeof siteReportEnded>[] = []
beforeAll(async () => {
  running = await runService()
  await running.broker.consume(siteReportEnded, 'notifier', async (body) => void ended.push(body))
  db = connectDatabase({ url: running.databaseUrl, log: createLog('test', 'silent'), max: 2 })
})
afterAll(async () => {
  await db?.[Symbol.asyncDispose]()
  await running?.[Symbol.asyncDispose]()
})
// Each test takes what it has made.
beforeEach(() => running.sql.query('delete from site_report'))

type Made = { account_id: string; id: string; project_id: string; project: string }

async function make(request: object = {}): Promise<Made> {
  const wanted = newSiteReport(request)
  const { id } = await running.siteReports.createSiteReport(wanted)
  return { id, account_id: wanted.account_id, project_id: wanted.project_id, project: wanted.project }
}

async function take(): Promise<{ key: SiteRunKey & { id: string; account_id: string }; visits: number } | undefined> {
  const { run } = await running.siteRuns.takeSiteRun({})
  return run?.key ? { key: run.key, visits: run.visits } : undefined
}

async function taken() {
  const run = await take()
  if (run === undefined) throw new Error('There is no run to take.')
  return run
}

const goesOn = { go_on: true, is_turn_over: false }
const isRefused = { go_on: false, is_turn_over: false }
const progress = { requested: 1, failed: 0, waiting: 3 }
const visitsOf = (...numbers: number[]) => numbers.map((number) => ({ number, body: Buffer.from(`visit ${number}`) }))
const append = (key: SiteRunKey, ...numbers: number[]) =>
  running.siteRuns.appendVisits({ key, visits: visitsOf(...numbers), ...progress })
const get = ({ account_id, id }: { account_id: string; id: string }) =>
  running.siteReports.getSiteReport({ account_id, id })
const silence = (id: string) =>
  running.sql.query(`update site_report set heartbeat_at = now() - interval '2 minutes' where id = $1`, [id])
const sweep = () => sweepStalledSiteRuns({ db, stalledSeconds: 60 })

const keyOf = ({ account_id, id }: Made) => ({ account_id, id })

async function end(key: SiteRunKey, pages: Page[], issues: Issue[] = []) {
  await running.siteRuns.putSitePages({ key, first: 1, pages: pageRows(pages) })
  return running.siteRuns.endSiteRun({ key, result: runResult(pages, issues) })
}

describe('the order of crawls', () => {
  it('goes round the accounts, with one crawl of each at a time', async () => {
    const one = await make()
    const more = await make({ account_id: one.account_id })
    const other = await make()
    const [first, second] = [await taken(), await taken()]
    expect([first.key.id, second.key.id]).toEqual([one.id, other.id])
    expect(await take()).toBeUndefined()
    await end(first.key, [])
    expect((await taken()).key.id).toBe(more.id)
  })

  it('has one crawl of a host at a time, whatever its account', async () => {
    const project = `${crypto.randomUUID()}.example`
    await make({ project, url: `https://${project}/` })
    await make({ project, url: `http://www.${project}/` })
    const first = await taken()
    expect(await take()).toBeUndefined()
    await end(first.key, [])
    expect(await take()).toBeDefined()
  })

  it('gives one crawl to one of many analyzers that ask at once', async () => {
    await make()
    const asked = await Promise.all(Array.from({ length: 8 }, take))
    expect(asked.filter((run) => run !== undefined)).toHaveLength(1)
  })
})

describe('a crawl', () => {
  it('goes on from its visits in another attempt; the older one changes nothing any more', async () => {
    const made = await make()
    const first = await taken()
    expect(await append(first.key, 1, 2)).toEqual(goesOn)
    // The answer was lost, and the portion is sent again.
    expect(await append(first.key, 1, 2, 3)).toEqual(goesOn)
    expect(await get(made)).toMatchObject({ status: 'running', attempt: 1, requested: 1, waiting: 3 })
    await silence(made.id)
    await sweep()
    expect(await get(made)).toMatchObject({ status: 'queued' })

    const second = await taken()
    expect(second).toMatchObject({ key: { id: made.id, attempt: 2 }, visits: 3 })
    expect(await append(first.key, 4)).toEqual(isRefused)
    expect(await end(first.key, [{ url: 'https://old.example/' }])).toEqual(isRefused)
    const { visits } = await running.siteRuns.listVisits({ key: second.key, after: 1 })
    expect(visits.map(({ body }) => String(body))).toEqual(['visit 2', 'visit 3'])
    await end(second.key, [{ url: 'https://new.example/' }])
    const { pages } = await running.siteReports.listSitePages({ ...keyOf(made), sort: 'url', per_page: 10 })
    expect(pages.map(({ url }) => url)).toEqual(['https://new.example/'])
    expect((await running.sql.query('select from site_visit')).rowCount).toBe(0)
  })

  it('is given back by an analyzer that stops, which is no failure', async () => {
    const made = await make()
    for (let time = 0; time < 5; time += 1) {
      const { key } = await taken()
      expect(await running.siteRuns.releaseSiteRun(key)).toEqual(goesOn)
    }
    expect((await taken()).key).toMatchObject({ id: made.id, attempt: 6 })
    expect(await get(made)).toMatchObject({ status: 'running' })
  })

  it('that falls silent three times ends as lost', async () => {
    const made = await make()
    for (let time = 0; time < 3; time += 1) {
      await taken()
      await silence(made.id)
      await sweep()
    }
    expect(await take()).toBeUndefined()
    const ended = await get(made)
    expect(ended).toMatchObject({ status: 'failed', attempt: 3, error: { code: 'lost' } })
    expect(ended.ended_at).toBeDefined()
  })

  it('that is cancelled or deleted ends at its next heartbeat, and its visits go', async () => {
    const [cancelled, deleted] = [await make(), await make()]
    const runs = [await taken(), await taken()]
    for (const { key } of runs) await append(key, 1)
    await running.siteReports.cancelSiteReport(keyOf(cancelled))
    await running.siteReports.deleteSiteReport(keyOf(deleted))
    for (const { key } of runs) expect(await append(key, 2)).toEqual(isRefused)
    expect((await running.sql.query('select from site_visit')).rowCount).toBe(0)
  })

  it('that cannot be carried out ends with the reason', async () => {
    const made = await make()
    const { key } = await taken()
    await running.siteRuns.endSiteRun({ key, failure: { code: 'dns', message: 'There is no such host.' } })
    expect(await get(made)).toMatchObject({ status: 'failed', error: { code: 'dns' } })
    await expect(running.siteReports.compareSiteReports(keyOf(made))).rejects.toMatchObject({
      code: 'nothing_to_compare',
    })
  })

  it('stores text of pages that PostgreSQL does not', async () => {
    const made = await make()
    const { key } = await taken()
    await end(key, [
      { url: 'https://a.example/', issues: { title: { severity: 'fail', causes: [{ title: 'a\0b\ud800' }] } } },
    ])
    const { pages } = await running.siteReports.listSitePages({ ...keyOf(made), sort: 'url', per_page: 10 })
    expect(String(pages[0]?.issues_json)).toContain('a\ufffdb\ufffd')
  })
})

it('the end of a report is published once, with its rating or the reason, unless it was cancelled', async () => {
  const [cancelled, done, failed] = [await make(), await make(), await make()]
  await running.siteReports.cancelSiteReport(keyOf(cancelled))
  const runs = [await taken(), await taken()]
  const keyOfRun = ({ id }: Made) => runs.find(({ key }) => key.id === id)?.key ?? {}
  for (const _ of [1, 2]) await end(keyOfRun(done), [], [{ check: 'title', title: 'No title' }])
  await running.siteRuns.endSiteRun({ key: keyOfRun(failed), failure: { code: 'dns', message: 'No\0 host.' } })
  const of = (made: Made) => ended.filter(({ site_report_id }) => site_report_id === made.id)
  await until('both ends have come', () => of(done).length + of(failed).length >= 2)
  const { account_id, project_id, project } = done
  const rating = { score: 71, result: 'decent' }
  expect(of(done)).toMatchObject([
    { account_id, project_id, project, status: 'done', rating, issues: { fail: 1, warn: 0 } },
  ])
  expect(of(failed)).toMatchObject([{ status: 'failed', error: { code: 'dns', message: 'No\ufffd host.' } }])
  expect(of(cancelled)).toEqual([])
})

describe('the pages of a report', () => {
  it('are listed by score, links and address, by an issue, and page by page', async () => {
    const made = await make()
    const { key: run } = await taken()
    const broken = { h1: { severity: 'warn' } }
    await end(run, [
      { url: 'https://a.example/b', score: 50, inlinks: 1 },
      { url: 'https://a.example/c', inlinks: 9 },
      { url: 'https://a.example/a', score: 70, inlinks: 1, issues: broken },
    ])
    const list = async (more: object) => {
      const asked = { ...keyOf(made), sort: 'url', per_page: 10, ...more }
      const listed = await running.siteReports.listSitePages(asked)
      return { letters: listed.pages.map(({ url }) => url.slice(-1)).join(''), cursor: listed.next_cursor }
    }
    expect((await list({ sort: 'url' })).letters).toBe('abc')
    expect((await list({ sort: 'score' })).letters).toBe('bac')
    expect((await list({ sort: 'inlinks' })).letters).toBe('cba')
    expect((await list({ issue: 'h1' })).letters).toBe('a')
    for (const sort of ['url', 'score', 'inlinks']) {
      const first = await list({ sort, per_page: 2 })
      const rest = await list({ sort, per_page: 2, cursor: first.cursor })
      expect(first.letters + rest.letters).toBe((await list({ sort })).letters)
      expect(rest.cursor).toBeUndefined()
    }
  })
})

describe('the issues of a report', () => {
  it('are counted in lists, and read alone, briefly or as an excerpt', async () => {
    const made = await make()
    const group = { severity: 'fail', cause: { title: 'Tea' }, pages: 2, first_pages: ['https://a.example/'] }
    const groups = [group, group, group, { ...group, cause: { title: 'Coffee' } }]
    const heading = { check: 'h1', title: 'No heading', severity: 'warn' }
    await end((await taken()).key, [], [{ check: 'title', title: 'No title', groups }, heading])
    const { reports } = await running.siteReports.listSiteReports({ account_id: made.account_id, per_page: 10 })
    expect(reports).toMatchObject([{ id: made.id, issue_counts: { fail: 1, warn: 1 }, issues: [] }])
    const read = async (more: object) => {
      const report = await running.siteReports.getSiteReport({ ...keyOf(made), ...more })
      return Object.fromEntries(report.issues.map(({ check, groups_json }) => [check, JSON.parse(String(groups_json))]))
    }
    expect(await read({})).toEqual({ title: groups, h1: [] })
    expect(await read({ check: 'title' })).toEqual({ title: groups })
    const brief = { ...group, first_pages: [] }
    expect(await read({ is_brief: true })).toEqual({ title: [brief, brief, brief], h1: [] })
    expect(await read({ check: 'orphan' })).toEqual({})
    const many = { ...group, first_pages: Array.from({ length: 20 }, (_, index) => `https://a.example/${index}`) }
    const large = await make()
    await end((await taken()).key, [], [{ check: 'title', title: 'No title', groups: Array(12).fill(many) }])
    const excerpt = await running.siteReports.getSiteReport({ ...keyOf(large), is_excerpt: true })
    const shown = { ...many, first_pages: many.first_pages.slice(0, 5) }
    expect(JSON.parse(String(excerpt.issues[0]?.groups_json))).toEqual(Array(10).fill(shown))
    await expect(read({ check: 'No check' })).rejects.toMatchObject({ kind: 'invalid' })
  })
})

describe('two reports of a project', () => {
  it('are compared issue by issue: what is new, the same, gone and not requested', async () => {
    const project_id = crypto.randomUUID()
    const first = await make({ project_id })
    const again = { account_id: first.account_id, project_id, project: first.project, url: `https://${first.project}/` }
    const title = { title: { severity: 'fail' } }
    const page = (name: string, issues = {}) => ({ url: `https://a.example/${name}`, issues })
    const issue = { check: 'title', title: 'No title' }
    await end((await taken()).key, [page('1', title), page('2', title), page('3', title), page('4')], [issue])
    expect((await get(first)).issues[0]?.change).toBeFalsy()

    const second = await make(again)
    await end((await taken()).key, [page('1', title), page('2'), page('4', title)], [issue])
    const change = { added: 1, same: 1, gone: 2, not_requested: 1 }
    const stored = await get(second)
    expect(stored).toMatchObject({ status: 'done', score: 71, url: 'https://end.example/', compared_with: first.id })
    expect(stored.issues).toMatchObject([{ check: 'title', change }])
    const only = async (here: Made, not_in: string) => {
      const asked = { ...keyOf(here), issue: 'title', not_in, sort: 'url', per_page: 10 }
      return (await running.siteReports.listSitePages(asked)).pages.map(({ url }) => url.slice(-1)).join('')
    }
    expect([await only(second, first.id), await only(first, second.id)]).toEqual(['4', '23'])
    const ofNobody = { ...keyOf(second), issue: 'title', not_in: crypto.randomUUID(), sort: 'url', per_page: 10 }
    await expect(running.siteReports.listSitePages(ofNobody)).rejects.toMatchObject({ kind: 'not_found' })
    await expect(running.siteReports.listSitePages({ ...ofNobody, issue: undefined })).rejects.toMatchObject({
      errors: { not_in: ['needs an issue'] },
    })
    const compared = await running.siteReports.compareSiteReports(keyOf(second))
    expect(compared).toMatchObject({
      report: { id: second.id },
      with: { id: first.id },
      issues: [{ check: 'title', severity: 'fail', title: 'No title', change }],
    })
    const back = await running.siteReports.compareSiteReports({ ...keyOf(first), with_id: second.id })
    expect(back.issues[0]?.change).toEqual({ added: 2, same: 1, gone: 1, not_requested: 0 })
  })

  it('the newest twelve that have ended are kept', async () => {
    const first = await make()
    const again = { ...first, url: `https://${first.project}/` }
    await end((await taken()).key, [])
    for (let time = 0; time < 12; time += 1) {
      await make({ account_id: first.account_id, project_id: first.project_id, project: first.project, url: again.url })
      await end((await taken()).key, [])
    }
    const { reports } = await running.siteReports.listSiteReports({ account_id: first.account_id, per_page: 25 })
    expect(reports).toHaveLength(12)
    expect(reports.map(({ id }) => id)).not.toContain(first.id)
  })
})
