import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { pageAnalyzed } from '@pagebell/messages/page-analyzed'
import { until } from '@pagebell/testing/until'
import { rated } from './analyzer-messages.ts'
import { newReport, type RunningService, runService } from './running-service.ts'

let running: RunningService
beforeAll(async () => {
  running = await runService()
})
afterAll(() => running?.[Symbol.asyncDispose]())

async function rate(id: string) {
  const { rows } = await running.sql.query('select run_id, id as report_id from report where id = $1', [id])
  await running.broker.publish(pageAnalyzed, rated(rows[0]), { id: rows[0].run_id })
  await until('the run has ended', async () => {
    const ended = await running.sql.query('select status from run where run_id = $1', [rows[0].run_id])
    return ended.rows[0]?.status === 'done'
  })
}

describe('createReport with reuse', () => {
  it('queues another run of the newest report of the URL, which stays as it is', async () => {
    const request = newReport({ url: 'https://example.com/again', privacy: 1 })
    await running.reports.createReport(request)
    const newest = await running.reports.createReport(request)
    await rate(newest.id)
    const again = { ...request, url: 'HTTPS://EXAMPLE.com:443/again#top', privacy: 0, reuse: true }
    const reused = await running.reports.createReport(again)
    expect(reused).toMatchObject({ id: newest.id, status: 'queued', privacy: 1, reused: true })
    const { account_id, id } = { ...request, id: newest.id }
    expect((await running.reports.listRuns({ account_id, id })).runs).toHaveLength(2)
    // While a run is in progress there is no further one.
    expect(await running.reports.createReport(again)).toMatchObject({ id, reused: true })
    expect((await running.reports.listRuns({ account_id, id })).runs).toHaveLength(2)
    expect((await running.reports.createReport({ ...again, reuse: false })).id).not.toBe(id)
  })

  it('makes one report, however many ask at once, and one for each account', async () => {
    const request = newReport({ url: 'https://example.com/race', reuse: true })
    const answers = await Promise.all(Array.from({ length: 10 }, () => running.reports.createReport(request)))
    expect(new Set(answers.map(({ id }) => id)).size).toBe(1)
    expect(answers.filter(({ reused }) => reused !== true)).toHaveLength(1)
    const elsewhere = await running.reports.createReport({ ...request, account_id: crypto.randomUUID() })
    expect(elsewhere.reused).toBeUndefined()
    // A project that was deleted and created again does not share its reports.
    const anew = await running.reports.createReport({ ...request, project_id: crypto.randomUUID() })
    expect(anew.reused).toBeUndefined()
  })

  it('keeps to an Idempotency-Key', async () => {
    const request = newReport({ url: 'https://example.com/keyed', reuse: true })
    const { id } = await running.reports.createReport(request)
    await rate(id)
    const keyed = { ...request, idempotency: { key: 'reuse', request_sha256: Buffer.alloc(32, 3) } }
    const first = await running.reports.createReport(keyed)
    expect(first).toMatchObject({ id, reused: true })
    await rate(id)
    expect(await running.reports.createReport(keyed)).toEqual(first)
    expect((await running.reports.listRuns({ account_id: request.account_id, id })).runs).toHaveLength(2)
  })
})
