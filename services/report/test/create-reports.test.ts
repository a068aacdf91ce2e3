import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { pageAnalyzed } from '@pagebell/messages/page-analyzed'
import { planChanged } from '@pagebell/messages/plan-changed'
import { projectDeleted } from '@pagebell/messages/project-deleted'
import type { CreateReportsRequest } from '@pagebell/protos/report/v1/report'
import { until } from '@pagebell/testing/until'
import { rated } from './analyzer-messages.ts'
import { newReport, type RunningService, runService } from './running-service.ts'

let running: RunningService
beforeAll(async () => {
  running = await runService()
})
afterAll(() => running?.[Symbol.asyncDispose]())

const site = { project_id: crypto.randomUUID(), project: 'example.com' }
const pageOf = (path: string | number, project = site) => ({ url: `https://example.com/${path}`, ...project })

/** A request for reports of a new account, unless overridden. */
const batch = (request: CreateReportsRequest = {}) => ({
  account_id: crypto.randomUUID(),
  pages: [pageOf(1), pageOf(2), pageOf(3)],
  privacy: 0,
  password: undefined,
  idempotency: undefined,
  reuse: false,
  ...request,
})
const keyed = (key: string, fill = 1) => ({ key, request_sha256: Buffer.alloc(32, fill) })

async function countOf(account_id: string): Promise<{ reports: number; runs: number }> {
  const text = `select (select count(*)::int from report where account_id = $1) as reports,
    (select count(*)::int from run where account_id = $1) as runs`
  return (await running.sql.query(text, [account_id])).rows[0]
}

async function limit(account_id: string, limits: object): Promise<void> {
  const none = { urls_per_day: null, urls_per_month: null, reports: null, analyses_per_minute: null }
  const body = { account_id, limits: { ...none, analyses_per_day: null, ...limits }, version: 1 }
  await running.broker.publish(planChanged, body, { id: crypto.randomUUID() })
  const stored = 'select from account_limits where account_id = $1'
  await until('the limits are known', async () => (await running.sql.query(stored, [account_id])).rowCount === 1)
}

async function endRun(report_id: string): Promise<void> {
  const { rows } = await running.sql.query('select run_id, id as report_id from report where id = $1', [report_id])
  await running.broker.publish(pageAnalyzed, rated(rows[0]), { id: rows[0].run_id })
  await until('the run has ended', async () => {
    const ended = await running.sql.query('select from run where run_id = $1 and status = $2', [rows[0].run_id, 'done'])
    return ended.rowCount === 1
  })
}

describe('createReports', () => {
  it('queues an analysis of each normalised URL, in their order; a URL that occurs twice is rated once', async () => {
    const pages = [pageOf('b'), { ...pageOf(''), url: 'HTTPS://Example.com:443/%7Ea#top' }, pageOf('b'), pageOf('~a')]
    const request = batch({ pages, privacy: 2, password: 'correct horse' })
    const { results } = await running.reports.createReports(request)
    const [b, a, sameB, sameA] = results.map(({ report_id }) => report_id)
    expect([sameA, sameB]).toEqual([a, b])
    const { account_id } = request
    expect(await running.reports.getReport({ account_id, id: a ?? '' })).toMatchObject({
      url: 'https://example.com/~a',
      project: 'example.com',
      status: 'queued',
      stage: 'queued',
      privacy: 2,
      version: 1,
    })
    expect(await countOf(account_id)).toEqual({ reports: 2, runs: 2 })
    for (const id of [a ?? '', b ?? '']) {
      await running.publicReports.unlockReport({ id, password: 'correct horse' })
      await expect(running.publicReports.getPublicReport({ id })).rejects.toMatchObject({ code: 'password_required' })
    }
  })

  it.each([
    ['no page', { pages: [] }, 'pages'],
    ['too many pages', { pages: Array.from({ length: 1_001 }, (_, n) => pageOf(n)) }, 'pages'],
    [
      'too many projects',
      { pages: Array.from({ length: 101 }, (_, n) => pageOf(n, { ...site, project_id: crypto.randomUUID() })) },
      'pages',
    ],
    ['refused pages alone', { pages: [{ refusal: { code: 'invalid', message: 'No.' } }] }, 'pages'],
    ['a URL that cannot be used', { pages: [pageOf(1), { ...site, url: 'ftp://a.example/' }] }, 'url'],
    ['privacy 2 without a password', { privacy: 2 }, 'password'],
    ['a project without an id', { pages: [{ ...pageOf(1), project_id: '' }] }, 'project_id'],
  ])('refuses %s, and makes nothing', async (_, wrong, field) => {
    const request = batch(wrong)
    await expect(running.reports.createReports(request)).rejects.toMatchObject({
      kind: 'invalid',
      errors: { [field]: [expect.any(String)] },
    })
    expect(await countOf(request.account_id)).toEqual({ reports: 0, runs: 0 })
  })

  it('makes nothing twice for one Idempotency-Key, also concurrently, and has the first answer', async () => {
    const refusal = { code: 'invalid', message: 'url cannot be used.', field: 'url', retry_after_seconds: 7 }
    const pages = [pageOf(1), { refusal }, pageOf(2)]
    const request = batch({ pages, idempotency: keyed('batch') })
    const answers = await Promise.all(Array.from({ length: 5 }, () => running.reports.createReports(request)))
    for (const answer of answers) expect(answer).toEqual(answers[0])
    expect(answers[0]?.results[1]).toEqual({ reused: false, refusal })
    expect(await countOf(request.account_id)).toEqual({ reports: 2, runs: 2 })

    const other = { ...request, idempotency: keyed('batch', 2) }
    await expect(running.reports.createReports(other)).rejects.toMatchObject({ code: 'idempotency_key_reused' })
    // The key of a batch and that of a report are of one account.
    const single = newReport({ account_id: request.account_id, idempotency: keyed('batch', 3) })
    await expect(running.reports.createReport(single)).rejects.toMatchObject({ code: 'idempotency_key_reused' })
  })

  it('makes all 1,000 reports or none when the database is lost in the middle, and none twice on the next try', async () => {
    const pages = Array.from({ length: 1_000 }, (_, n) => pageOf(n))
    const request = batch({ pages, idempotency: keyed('cut') })
    const lost = running.reports.createReports(request, { deadlineMs: 20_000 }).then(
      () => 'made',
      (error: { kind: string }) => error.kind,
    )
    // The statement is in progress: the reports exist for its transaction alone.
    await until('the reports are being inserted', async () => {
      const text = `select from pg_stat_activity where query like '%insert into report%' and state = 'active'
        and pid <> pg_backend_pid()`
      return ((await running.sql.query(text)).rowCount ?? 0) > 0 || (await countOf(request.account_id)).reports > 0
    })
    running.wire.cut()
    expect(['made', 'unavailable']).toContain(await lost)
    running.wire.restore()
    expect([0, 1_000]).toContain((await countOf(request.account_id)).reports)
    const { results } = await until('it can be repeated', () =>
      running.reports.createReports(request, { deadlineMs: 20_000 }),
    )
    expect(new Set(results.map(({ report_id }) => report_id)).size).toBe(1_000)
    expect(await countOf(request.account_id)).toEqual({ reports: 1_000, runs: 1_000 })
  }, 60_000)

  it('is refused as a whole if a project of it has been deleted', async () => {
    const gone = { project_id: crypto.randomUUID(), project: 'gone.example' }
    const request = batch({ pages: [pageOf(1), pageOf(2, gone)], idempotency: keyed('gone') })
    const { account_id } = request
    const body = { account_id, ...gone, deleted_at: '2026-11-21T10:00:00.000Z' }
    await running.broker.publish(projectDeleted, body, { id: crypto.randomUUID() })
    const tombstone = 'select from deleted_project where account_id = $1'
    await until('the tombstone is set', async () => (await running.sql.query(tombstone, [account_id])).rowCount === 1)
    await expect(running.reports.createReports(request)).rejects.toMatchObject({ code: 'project_gone' })
    expect(await countOf(account_id)).toEqual({ reports: 0, runs: 0 })
    // The key is free: the gateway creates the project again and repeats the call.
    const again = [pageOf(1), pageOf(2, { ...gone, project_id: crypto.randomUUID() })]
    expect((await running.reports.createReports({ ...request, pages: again })).results).toHaveLength(2)
  })
})

describe('a plan', () => {
  const codes = (results: { refusal?: { code: string } | null }[]) => results.map(({ refusal }) => refusal?.code)

  it.each([
    ['analyses of a day', { analyses_per_day: 2 }, 'analysis_limit_reached'],
    ['reports', { reports: 2 }, 'report_limit_reached'],
  ])(
    'that has room for fewer %s gets the first ones rated, and none if it has room for none',
    async (_, limits, code) => {
      const request = batch({ idempotency: keyed('first') })
      const { account_id } = request
      await limit(account_id, limits)
      const first = await running.reports.createReports(request)
      expect(codes(first.results)).toEqual([undefined, undefined, code])
      expect(first.results[2]).toMatchObject({ refusal: { message: expect.stringContaining('2') } })

      const later = { ...request, pages: [pageOf(4)], idempotency: keyed('later', 4) }
      await expect(running.reports.createReports(later)).rejects.toMatchObject({ code })
      expect(await countOf(account_id)).toEqual({ reports: 2, runs: 2 })
      // The first request is answered as it was; the refused one has not used its key up.
      await running.sql.query('update account_limits set day_used = 0, reports = null where account_id = $1', [
        account_id,
      ])
      expect(await running.reports.createReports(request)).toEqual(first)
      expect(codes((await running.reports.createReports(later)).results)).toEqual([undefined])
    },
  )

  it('lets a batch begin while its minute has room, and counts all of it', async () => {
    const { account_id, ...rest } = batch()
    await limit(account_id, { analyses_per_minute: 2 })
    await until('the minute does not end soon', () => new Date().getSeconds() < 50)
    const fill = `update account_limits set minute_used = 1, minute = date_trunc('minute', clock_timestamp())
      where account_id = $1`
    await running.sql.query(fill, [account_id])
    expect(codes((await running.reports.createReports({ account_id, ...rest })).results)).toEqual([
      undefined,
      undefined,
      undefined,
    ])
    const refused = running.reports.createReports({ account_id, ...rest })
    await expect(refused).rejects.toMatchObject({
      code: 'analysis_limit_reached',
      details: { limit: 2, window_seconds: 60 },
    })
  })
})

describe('createReports with reuse', () => {
  it('queues another run of each report that has ended, and counts no report and no run in progress', async () => {
    const request = batch({ reuse: true })
    const { account_id } = request
    await limit(account_id, { reports: 3, analyses_per_day: 5 })
    const first = await running.reports.createReports({ ...request, pages: [pageOf(1), pageOf(2)] })
    const [ended, inProgress] = first.results.map(({ report_id }) => report_id ?? '')
    await endRun(ended ?? '')
    const { results } = await running.reports.createReports(request)
    expect(results.map(({ report_id, reused }) => [report_id, reused])).toEqual([
      [ended, true],
      [inProgress, true],
      [expect.any(String), false],
    ])
    expect(await countOf(account_id)).toEqual({ reports: 3, runs: 4 })
    const { rows } = await running.sql.query('select day_used::int from account_limits where account_id = $1', [
      account_id,
    ])
    expect(rows).toEqual([{ day_used: 4 }])
  })

  it('makes one report of a URL, however many requests of either kind ask at once', async () => {
    const request = batch({ reuse: true, pages: [pageOf('race'), pageOf('other')] })
    const single = newReport({ account_id: request.account_id, ...pageOf('race'), reuse: true })
    const many = Array.from({ length: 5 }, async () => (await running.reports.createReports(request)).results[0])
    const singles = Array.from({ length: 5 }, async () => ({
      report_id: (await running.reports.createReport(single)).id,
    }))
    const ids = (await Promise.all([...many, ...singles])).map((one) => one?.report_id)
    expect(new Set(ids).size).toBe(1)
    expect(await countOf(request.account_id)).toEqual({ reports: 2, runs: 2 })
  })
})
