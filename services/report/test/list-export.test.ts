import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { followCursor } from '@pagebell/rpc/follow-cursor'
import { newReport, type RunningService, runService } from './running-service.ts'

let running: RunningService
beforeAll(async () => {
  running = await runService()
})
afterAll(() => running?.[Symbol.asyncDispose]())

it.each([
  ['every report', {}, 25],
  ['the reports of a search', { search: '/in' }, 13],
  ['the reports of a state', { status: 'queued' }, 25],
])('a list without a total has %s once, over all of its pages', async (_, filters, count) => {
  const { account_id, project_id } = newReport()
  const pages = Array.from({ length: 25 }, (__, n) => ({
    project: 'example.com',
    project_id,
    url: `https://example.com/${n % 2 === 0 ? 'in' : 'out'}/${n}`,
  }))
  const batch = { account_id, pages, privacy: 0, password: undefined, idempotency: undefined, reuse: false }
  await running.reports.createReports(batch)
  const list = { account_id, sort_by: 'url', sort: 'asc', per_page: 10, without_total: true, ...filters }
  const urls: string[] = []
  for await (const { reports, total, total_is_capped } of followCursor((cursor) =>
    running.reports.listReports(cursor === undefined ? { ...list, page: 1 } : { ...list, cursor }),
  )) {
    urls.push(...reports.map(({ url }) => url))
    expect([total, total_is_capped]).toEqual([0, false])
  }
  expect(urls).toEqual(urls.toSorted())
  expect(new Set(urls).size).toBe(count)
  expect(urls).toHaveLength(count)
})
