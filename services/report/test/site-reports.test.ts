import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { planChanged } from '@pagebell/messages/plan-changed'
import { projectDeleted } from '@pagebell/messages/project-deleted'
import { until } from '@pagebell/testing/until'
import { newSiteReport, type RunningService, runService } from './running-service.ts'

let running: RunningService
beforeAll(async () => {
  running = await runService()
})
afterAll(() => running?.[Symbol.asyncDispose]())

const create = (request: object = {}) => running.siteReports.createSiteReport(newSiteReport(request))
const selection = (more: object) => ({ start: ['sitemap', 'links'], max_pages: 200, include: [], exclude: [], ...more })

async function limitedAccount(limits: object): Promise<string> {
  const account_id = crypto.randomUUID()
  const none = { urls_per_day: null, urls_per_month: null, reports: null, analyses_per_minute: null }
  const body = { account_id, limits: { ...none, analyses_per_day: null, ...limits }, version: 1 }
  await running.broker.publish(planChanged, body, { id: crypto.randomUUID() })
  const text = 'select from account_limits where account_id = $1'
  await until('the limits are known', async () => (await running.sql.query(text, [account_id])).rowCount === 1)
  return account_id
}

async function usedToday(account_id: string): Promise<number> {
  const text = 'select day_used::int from account_limits where account_id = $1'
  return (await running.sql.query(text, [account_id])).rows[0].day_used
}

describe('a site report', () => {
  it('waits for an analyzer, and is its account’s alone', async () => {
    const request = newSiteReport({ selection: selection({ include: ['/blog/*'], max_pages: 20 }) })
    const made = await running.siteReports.createSiteReport(request)
    expect(made).toMatchObject({ status: 'queued', project: request.project, url: request.url, attempt: 0 })
    const { account_id } = request
    expect(await running.siteReports.getSiteReport({ account_id, id: made.id })).toMatchObject({ ...made, issues: [] })
    const { reports } = await running.siteReports.listSiteReports({ account_id, per_page: 10 })
    expect(reports.map(({ id }) => id)).toEqual([made.id])
    const other = { account_id: crypto.randomUUID(), id: made.id }
    for (const call of ['getSiteReport', 'cancelSiteReport', 'deleteSiteReport', 'compareSiteReports'] as const)
      await expect(running.siteReports[call](other)).rejects.toMatchObject({ kind: 'not_found' })
    await expect(running.siteReports.listSitePages({ ...other, sort: 'score', per_page: 10 })).rejects.toMatchObject({
      kind: 'not_found',
    })
  })

  it('is the only one of its project until it has ended', async () => {
    const request = newSiteReport()
    const both = await Promise.allSettled([1, 2].map(() => running.siteReports.createSiteReport(request)))
    const [made] = both.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
    const refusals = both.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []))
    const details = { site_report: made?.id }
    expect(refusals).toMatchObject([{ kind: 'conflict', code: 'site_report_running', details }])

    const key = { account_id: request.account_id, id: made?.id ?? '' }
    expect(await running.siteReports.cancelSiteReport(key)).toMatchObject({ status: 'cancelled' })
    await expect(running.siteReports.cancelSiteReport(key)).rejects.toMatchObject({ code: 'site_report_ended' })
    expect((await running.siteReports.createSiteReport(request)).id).not.toBe(made?.id)
  })

  it('with a repeated Idempotency-Key is the first one', async () => {
    const idempotency = { key: 'twice', request_sha256: Buffer.alloc(32, 1) }
    const request = newSiteReport({ idempotency })
    const [first, second] = [await create(request), await create(request)]
    expect(second.id).toBe(first.id)
  })

  it.each([
    [{ url: 'https://elsewhere.example/' }, 'url'],
    [{ url: 'nothing' }, 'url'],
    [{ selection: selection({ start: [] }) }, 'start'],
    [{ selection: selection({ start: ['feed'] }) }, 'start'],
    [{ selection: selection({ max_pages: 0 }) }, 'max_pages'],
    [{ selection: selection({ max_pages: 10_001 }), is_owner: true }, 'max_pages'],
    [{ selection: selection({ include: ['blog'] }) }, 'include'],
    [{ selection: selection({ exclude: Array.from({ length: 21 }, () => '/a') }) }, 'exclude'],
  ])('with %j is refused, naming the field', async (change, field) => {
    await expect(create(change)).rejects.toMatchObject({ kind: 'invalid', errors: { [field]: [expect.any(String)] } })
  })

  it('of more than 200 pages is only for the owner of the site', async () => {
    const large = { selection: selection({ max_pages: 201 }) }
    await expect(create(large)).rejects.toMatchObject({ code: 'ownership_not_proven', details: { limit: 200 } })
    expect(await create({ ...large, is_owner: true })).toMatchObject({ status: 'queued' })
  })
})

describe('the plan of an account', () => {
  it('limits the pages of a site report', async () => {
    const account_id = await limitedAccount({ site_pages: 50 })
    await expect(create({ account_id })).rejects.toMatchObject({
      kind: 'invalid',
      errors: { max_pages: ['must be at most 50 on the plan of this account'] },
    })
    expect(await create({ account_id, selection: selection({ max_pages: 50 }) })).toMatchObject({ status: 'queued' })
  })

  it('counts pages as analyses of the day, and gets back those that were not requested', async () => {
    const account_id = await limitedAccount({ analyses_per_day: 500 })
    const made = [await create({ account_id }), await create({ account_id })]
    const refused = { kind: 'rate_limited', code: 'analysis_limit_reached' }
    await expect(create({ account_id })).rejects.toMatchObject(refused)
    expect(await usedToday(account_id)).toBe(400)
    for (const { id } of made) await running.siteReports.cancelSiteReport({ account_id, id })
    expect(await usedToday(account_id)).toBe(0)
  })
})

it('the reports of a deleted project are deleted, and no new one is made', async () => {
  const request = newSiteReport()
  const { account_id, project_id, project } = request
  const { id } = await create(request)
  const deleted = { account_id, project_id, project, deleted_at: new Date().toISOString() }
  await running.broker.publish(projectDeleted, deleted, { id: crypto.randomUUID() })
  const text = 'select from site_report where id = $1'
  await until('it is deleted', async () => (await running.sql.query(text, [id])).rowCount === 0)
  await expect(create(request)).rejects.toMatchObject({ code: 'project_gone' })
})
