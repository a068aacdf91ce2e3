import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { analysisRequested } from '@pagebell/messages/analysis-requested'
import { pageAnalyzed } from '@pagebell/messages/page-analyzed'
import { projectDeleted } from '@pagebell/messages/project-deleted'
import { until } from '@pagebell/testing/until'
import { rated } from './analyzer-messages.ts'
import { newReport, type RunningService, runService } from './running-service.ts'

let running: RunningService
const requested: { run_id: string; report_id: string; url: string }[] = []

beforeAll(async () => {
  running = await runService()
  await running.broker.consume(analysisRequested, 'analyzer', async (body) => void requested.push(body))
})
afterAll(() => running?.[Symbol.asyncDispose]())

const requestsFor = (id: string | undefined) => requested.filter((request) => request.report_id === id)

async function runOf(id: string): Promise<{ run_id: string; report_id: string }> {
  const { rows } = await running.sql.query('select run_id, id as report_id from report where id = $1', [id])
  return rows[0]
}

async function rate(id: string, ...how: Parameters<typeof rated> extends [unknown, ...infer More] ? More : never) {
  const run = await runOf(id)
  await running.broker.publish(pageAnalyzed, rated(run, ...how), { id: run.run_id })
  const ended = async () => {
    const { rows } = await running.sql.query('select status from run where run_id = $1', [run.run_id])
    return rows[0]?.status === 'done'
  }
  await until('the run has ended', ended)
}

describe('createReport', () => {
  it('queues an analysis of the normalised URL', async () => {
    const request = newReport({ url: 'HTTPS://Example.com:443/%7Ea b#top' })
    const made = await running.reports.createReport(request)
    expect(made).toMatchObject({ url: 'https://example.com/~a%20b', status: 'queued', stage: 'queued', version: 1 })
    expect(made.result).toBeUndefined()
    expect(Math.abs(Date.parse(made.generated_at) - Date.now())).toBeLessThan(60_000)
    const [analysis] = await until(
      'the analysis is requested',
      () => requestsFor(made.id).length > 0 && requestsFor(made.id),
    )
    const { account_id } = request
    expect(analysis).toEqual({ ...(await runOf(made.id)), account_id, url: made.url })
  })

  it.each([
    ['a URL of another scheme', { url: 'ftp://example.com/' }, 'url'],
    ['a URL that is too long', { url: `https://example.com/${'a'.repeat(2_048)}` }, 'url'],
    ['a privacy that does not exist', { privacy: 3 }, 'privacy'],
    ['privacy 2 without a password', { privacy: 2 }, 'password'],
    ['a password without privacy 2', { privacy: 1, password: 'long enough' }, 'password'],
    ['a short password', { privacy: 2, password: '12345' }, 'password'],
    ['a long password', { privacy: 2, password: 'x'.repeat(129) }, 'password'],
    ['a project that is no host', { project: '' }, 'project'],
  ])('refuses %s', async (_, wrong, field) => {
    const made = running.reports.createReport(newReport(wrong))
    await expect(made).rejects.toMatchObject({ kind: 'invalid', errors: { [field]: [expect.any(String)] } })
  })

  it('stores a password as argon2id only, and never returns it', async () => {
    const made = await running.reports.createReport(newReport({ privacy: 2, password: 'correct horse' }))
    expect(JSON.stringify(made)).not.toMatch(/correct horse|argon2/)
    const { rows } = await running.sql.query('select to_jsonb(report) as row from report where id = $1', [made.id])
    expect(rows[0].row.password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    expect(JSON.stringify(rows)).not.toContain('correct horse')
  })

  it('returns the same report for the same Idempotency-Key, also concurrently', async () => {
    const request = newReport({ idempotency: { key: 'key', request_sha256: Buffer.alloc(32, 1) } })
    const answers = await Promise.all(Array.from({ length: 10 }, () => running.reports.createReport(request)))
    expect(new Set(answers.map(({ id }) => id)).size).toBe(1)
    expect(await running.reports.createReport(request)).toEqual(answers[0])

    const other = { ...request, idempotency: { key: 'key', request_sha256: Buffer.alloc(32, 2) } }
    await expect(running.reports.createReport(other)).rejects.toMatchObject({ code: 'idempotency_key_reused' })
    const elsewhere = { ...request, account_id: crypto.randomUUID() }
    expect((await running.reports.createReport(elsewhere)).id).not.toBe(answers[0]?.id)
  })

  it('forgets an Idempotency-Key after 24 hours', async () => {
    const request = newReport({ idempotency: { key: 'old', request_sha256: Buffer.alloc(32) } })
    const first = await running.reports.createReport(request)
    const age = `update idempotency set created_at = created_at - interval '24 hours' where account_id = $1`
    await running.sql.query(age, [request.account_id])
    expect((await running.reports.createReport(request)).id).not.toBe(first.id)
  })

  it('leaves no report behind in a project that is deleted at the same time', async () => {
    const request = newReport()
    const { account_id, project_id, project } = request
    const made = Array.from({ length: 30 }, () => running.reports.createReport(request))
    const gone = { account_id, project_id, project, deleted_at: '2026-11-21T10:00:00.000Z' }
    await running.broker.publish(projectDeleted, gone, { id: crypto.randomUUID() })
    await Promise.allSettled(made)
    const late = until('creation is refused', async () => {
      const code = await running.reports.createReport(request).then(
        () => 'made',
        (error: { code: string }) => error.code,
      )
      return code === 'project_gone'
    })
    await late
    await until('every report is gone', async () => {
      const { rows } = await running.sql.query('select count(*)::int as n from report where project_id = $1', [
        project_id,
      ])
      return rows[0].n === 0
    })
  })
})

describe('a report', () => {
  it('is listed by search engines only if its owner allows it, which stays when the rest changes', async () => {
    const { account_id } = newReport()
    const { id, listed } = await running.reports.createReport(newReport({ account_id }))
    expect(listed).toBe(false)
    const change = { account_id, id, analyze_again: false }
    expect(await running.reports.changeReport({ ...change, privacy: 1 })).toMatchObject({ listed: false, version: 2 })
    expect(await running.reports.changeReport({ ...change, listed: true })).toMatchObject({ listed: true, version: 3 })
    expect(await running.reports.changeReport({ ...change, privacy: 0 })).toMatchObject({ listed: true, privacy: 0 })
    expect(await running.publicReports.getPublicReport({ id })).toMatchObject({ listed: true })
    expect(await running.reports.changeReport({ ...change, listed: false })).toMatchObject({ listed: false })
  })
})

describe('getReport, awaitReport, changeReport, deleteReport and listRuns', () => {
  const calls = {
    getReport: (id: string, account_id: string) => running.reports.getReport({ id, account_id }),
    awaitReport: (id: string, account_id: string) => running.reports.awaitReport({ id, account_id, wait_seconds: 1 }),
    changeReport: (id: string, account_id: string) =>
      running.reports.changeReport({ id, account_id, privacy: 1, password: undefined, analyze_again: true }),
    deleteReport: (id: string, account_id: string) => running.reports.deleteReport({ id, account_id }),
    listRuns: (id: string, account_id: string) => running.reports.listRuns({ id, account_id }),
  }

  it.each(Object.entries(calls))('%s responds to another account as to an unknown id', async (_, call) => {
    const request = newReport()
    const made = await running.reports.createReport(request)
    const answers = await Promise.all(
      [made.id, crypto.randomUUID(), 'no-uuid', "' or 1=1"].map((id) =>
        call(id, crypto.randomUUID()).catch(({ kind, code, message }) => ({ kind, code, message })),
      ),
    )
    expect(answers).toEqual(
      Array.from(answers, () => ({ kind: 'not_found', code: 'not_found', message: 'There is no such report.' })),
    )
    expect(await running.reports.getReport({ id: made.id, account_id: request.account_id })).toEqual(made)
  })
})

describe('an id in upper case', () => {
  it('is that of the same report, for every method', async () => {
    const { account_id, ...rest } = newReport()
    const { id } = await running.reports.createReport({ account_id, ...rest, privacy: 2, password: 'correct horse' })
    const upper = id.toUpperCase()
    const waiting = running.reports.awaitReport({ account_id, id: upper, wait_seconds: 20 }, { deadlineMs: 25_000 })
    await rate(id)
    expect(await waiting).toMatchObject({ id, status: 'done' })
    expect(await running.reports.getReport({ account_id, id: upper })).toMatchObject({ id })

    const change = { privacy: undefined, password: undefined, analyze_again: true }
    expect(await running.reports.changeReport({ ...change, account_id, id: upper })).toMatchObject({ id })
    await rate(id, { score: 50 })
    const { runs } = await running.reports.listRuns({ account_id, id: upper })
    const [run_id = '', with_run_id = ''] = runs.map((run) => run.run_id.toUpperCase())
    const compared = await running.reports.compareRuns({ account_id, id: upper, run_id, with_run_id })
    expect([compared.run?.run_id, compared.with?.run_id]).toEqual(runs.map((run) => run.run_id))

    const { unlock } = await running.publicReports.unlockReport({ id: upper, password: 'correct horse' })
    for (const either of [id, upper])
      expect(await running.publicReports.getPublicReport({ id: either, unlock })).toMatchObject({ id })
    expect(await running.reports.deleteReport({ account_id, id: upper })).toEqual({ id })
  })

  it('of a project is refused with its tombstone', async () => {
    const { account_id, project_id, project } = newReport()
    const gone = { account_id, project_id, project, deleted_at: '2026-11-21T10:00:00.000Z' }
    await running.broker.publish(projectDeleted, gone, { id: crypto.randomUUID() })
    const create = () =>
      running.reports.createReport(newReport({ account_id, project, project_id: project_id.toUpperCase() }))
    await until('creation is refused', () =>
      create().then(
        () => false,
        ({ code }) => code === 'project_gone',
      ),
    )
  })
})

describe('awaitReport', () => {
  it('returns in every copy as soon as the run has ended', async () => {
    await using other = await running.startAnother()
    const request = newReport()
    const { id } = await running.reports.createReport(request)
    const wait = { account_id: request.account_id, id, wait_seconds: 20 }
    const waiting = [running.reports, other.reports].map((reports) => reports.awaitReport(wait, { deadlineMs: 25_000 }))
    await rate(id)
    for (const report of await Promise.all(waiting))
      expect(report).toMatchObject({ status: 'done', result: 'good', score: 91 })
  })

  it('returns the current report when the wait is over', async () => {
    const request = newReport()
    const { id } = await running.reports.createReport(request)
    const wait = { account_id: request.account_id, id, wait_seconds: 1 }
    expect(await running.reports.awaitReport(wait)).toMatchObject({ status: 'queued' })
  })

  it.each([0, 31, -1])('refuses to wait %i seconds', async (wait_seconds) => {
    const { account_id } = newReport()
    const waiting = running.reports.awaitReport({ account_id, id: crypto.randomUUID(), wait_seconds })
    await expect(waiting).rejects.toMatchObject({ kind: 'invalid' })
  })
})

describe('changeReport', () => {
  const change = { privacy: undefined, password: undefined, analyze_again: false }

  it('requires a password where none is stored, and keeps the stored one', async () => {
    const { account_id, ...rest } = newReport()
    const { id } = await running.reports.createReport({ account_id, ...rest })
    const to = (what: object) => running.reports.changeReport({ ...change, account_id, id, ...what })
    await expect(to({ privacy: 2 })).rejects.toMatchObject({ errors: { password: [expect.any(String)] } })
    await expect(to({ password: 'long enough' })).rejects.toMatchObject({ errors: { password: [expect.any(String)] } })
    expect(await to({ privacy: 2, password: 'long enough' })).toMatchObject({ privacy: 2, version: 2 })
    expect(await to({ privacy: 2 })).toMatchObject({ version: 2 })
    expect(await to({ password: 'another one' })).toMatchObject({ privacy: 2, version: 3 })
    expect(await to({ privacy: 0 })).toMatchObject({ privacy: 0, version: 4 })
    await expect(to({ privacy: 2 })).rejects.toMatchObject({ errors: { password: [expect.any(String)] } })
  })

  it('queues one further analysis for concurrent requests, and keeps the old result meanwhile', async () => {
    const { account_id, ...rest } = newReport()
    const { id } = await running.reports.createReport({ account_id, ...rest })
    await rate(id, { statuses: { title: 'pass', h1: 'fail', gone: 'pass' } })
    const again = { ...change, account_id, id, analyze_again: true }
    const [answer] = await Promise.all(Array.from({ length: 8 }, () => running.reports.changeReport(again)))
    expect(Object.keys(JSON.parse(String(answer?.results_json)))).toEqual(
      expect.arrayContaining(['title', 'h1', 'gone']),
    )
    const waiting = await running.reports.getReport({ account_id, id })
    expect(waiting).toMatchObject({ status: 'queued', result: 'good', score: 91, version: 3 })
    await rate(id, { result: 'bad', score: 20, statuses: { title: 'fail', h1: 'fail', lang: 'warn' } })

    const { runs } = await running.reports.listRuns({ account_id, id })
    expect(runs.map(({ status, result, score }) => [status, result, score])).toEqual([
      ['done', 'bad', 20],
      ['done', 'good', 91],
    ])
    expect(JSON.parse(String(runs[0]?.changes_json))).toEqual({
      title: { from: 'pass', to: 'fail' },
      gone: { from: 'pass', to: null },
      lang: { from: null, to: 'warn' },
    })
    expect(runs[1]?.changes_json).toBeUndefined()
  })
})

describe('deleteReport', () => {
  it('deletes the report and its runs', async () => {
    const request = newReport()
    const { id } = await running.reports.createReport(request)
    expect(await running.reports.deleteReport({ account_id: request.account_id, id })).toEqual({ id })
    const again = running.reports.deleteReport({ account_id: request.account_id, id })
    await expect(again).rejects.toMatchObject({ kind: 'not_found' })
    const { rows } = await running.sql.query('select from run where report_id = $1', [id])
    expect(rows).toEqual([])
  })
})
