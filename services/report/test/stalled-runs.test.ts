import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { analysisRequested } from '@pagebell/messages/analysis-requested'
import { connectDatabase, type Database } from '@pagebell/postgres/database'
import { createLog } from '@pagebell/runtime/log'
import { until } from '@pagebell/testing/until'
import { sweepStalledRuns } from '../src/runs/stalled-runs.ts'
import { newReport, type RunningService, runService } from './running-service.ts'

let running: RunningService
let db: Database
const requested: string[] = []
const never = new AbortController().signal

beforeAll(async () => {
  running = await runService()
  db = connectDatabase({ url: running.databaseUrl, log: createLog('test', 'silent') })
  await running.broker.consume(analysisRequested, 'analyzer', async ({ report_id }) => void requested.push(report_id))
})
afterAll(async () => {
  await db?.[Symbol.asyncDispose]()
  await running?.[Symbol.asyncDispose]()
})

/** The polls of the running service find queued runs and messages. */
const outbox = { flush() {} }
const runQueue = { releaseNow() {} }
const stalledAfter = { queuedSeconds: 900, runningSeconds: 120 }
const sweep = (signal: AbortSignal) => sweepStalledRuns({ db, outbox, runQueue, stalledAfter }, signal)
const requestCount = (id: string) => requested.filter((report) => report === id).length

/** A report whose analysis has been requested, with an empty outbox. */
async function requestedReport() {
  const request = newReport({ url: `https://${crypto.randomUUID()}.example/page` })
  const { id } = await running.reports.createReport(request)
  await until('the analysis is requested', () => requestCount(id) === 1)
  await outboxEmpty()
  return { id, account_id: request.account_id }
}

function outboxEmpty(): Promise<boolean> {
  return until('the outbox is empty', async () => (await running.sql.query('select from outbox')).rowCount === 0)
}

async function setStalled(id: string, seconds: number, status = 'queued'): Promise<void> {
  const text = `update run set status = $3, released_at = clock_timestamp() - make_interval(secs => $2),
    last_sign_at = clock_timestamp() - make_interval(secs => $2) where report_id = $1`
  await running.sql.query(text, [id, seconds, status])
}

/** Sets how long ago the newest begun run was released. */
async function newestBegun(secondsAgo: number): Promise<void> {
  const text = 'update newest_begun set released_at = clock_timestamp() - make_interval(secs => $1)'
  await running.sql.query(text, [secondsAgo])
}

async function attemptsOf(id: string): Promise<number | undefined> {
  const { rows } = await running.sql.query<{ attempt: number }>('select attempt from run where report_id = $1', [id])
  return rows[0]?.attempt
}

const read = (report: { id: string; account_id: string }) => running.reports.getReport(report)

describe('a stalled run', () => {
  it.each([
    ['queued', 901],
    ['running', 121],
  ])('that is %s is requested again twice, and then fails as lost', async (status, seconds) => {
    const report = await requestedReport()
    await newestBegun(status === 'queued' ? seconds - 60 : 10_000)
    for (const times of [2, 3]) {
      await setStalled(report.id, seconds, status)
      await sweep(never)
      await until(`it is requested ${times} times`, () => requestCount(report.id) === times)
      await outboxEmpty()
      expect(await read(report)).toMatchObject({ status: 'queued', stage: 'queued' })
    }
    await setStalled(report.id, seconds, status)
    await sweep(never)
    expect(await read(report)).toMatchObject({ status: 'failed', error: { code: 'lost', message: expect.any(String) } })
    expect(requestCount(report.id)).toBe(3)
  })

  it.each([
    ['queued', 890],
    ['running', 110],
  ])('that is %s is not touched before its time', async (status, seconds) => {
    const report = await requestedReport()
    await setStalled(report.id, seconds, status)
    await sweep(never)
    const { rows } = await running.sql.query('select attempt from run where report_id = $1', [report.id])
    expect(rows).toEqual([{ attempt: 1 }])
  })

  it('is released again and never lost while no analyzer begins later releases', async () => {
    const report = await requestedReport()
    await newestBegun(10_000)
    for (const times of [2, 3, 4, 5]) {
      await setStalled(report.id, 3_600)
      await sweep(never)
      await until(`it is requested ${times} times`, () => requestCount(report.id) === times)
      await outboxEmpty()
    }
    expect(await read(report)).toMatchObject({ status: 'queued' })
    expect(await attemptsOf(report.id)).toBe(1)
  })

  it('is not requested while it waits for its release, however long', async () => {
    const first = await requestedReport()
    const { rows } = await running.sql.query('select host from run where report_id = $1', [first.id])
    const request = newReport({ url: `https://${rows[0].host}/other` })
    const waiting = { ...(await running.reports.createReport(request)), account_id: request.account_id }
    await newestBegun(0)
    const old = `update run set last_sign_at = last_sign_at - interval '1 day', requested_at = requested_at - interval '1 day'
      where report_id = $1`
    await running.sql.query(old, [waiting.id])
    await sweep(never)
    expect(await read(waiting)).toMatchObject({ status: 'queued' })
    expect([requestCount(waiting.id), await attemptsOf(waiting.id)]).toEqual([0, 1])
  })

  it('is requested once by concurrent sweeps', async () => {
    const reports = await Promise.all(Array.from({ length: 20 }, requestedReport))
    await newestBegun(0)
    await Promise.all(reports.map(({ id }) => setStalled(id, 1_000)))
    await Promise.all(Array.from({ length: 5 }, () => sweep(never)))
    const ids = reports.map(({ id }) => id)
    const { rows } = await running.sql.query('select distinct attempt from run where report_id = any($1)', [ids])
    expect(rows).toEqual([{ attempt: 2 }])
  })

  it('has not failed while its request has not left the outbox', async () => {
    const report = await requestedReport()
    const waiting = `insert into outbox (id, message, body) select run_id, 'of.another.service', '{}' from run where report_id = $1`
    await running.sql.query(waiting, [report.id])
    await setStalled(report.id, 10_000)
    await sweep(never)
    const { rows } = await running.sql.query('select attempt from run where report_id = $1', [report.id])
    expect(rows).toEqual([{ attempt: 1 }])
    await running.sql.query(`delete from outbox where message = 'of.another.service'`)
  })

  it('is swept by the running service itself', async () => {
    const report = await requestedReport()
    await setStalled(report.id, 1_000)
    await until('it is requested again', () => requestCount(report.id) === 2, 15_000)
  })
})
