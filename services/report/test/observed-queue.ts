import { afterAll, afterEach, beforeAll, expect } from '@jest/globals'
import { analysisProgressed } from '@pagebell/messages/analysis-progressed'
import { analysisRequested } from '@pagebell/messages/analysis-requested'
import type { Body } from '@pagebell/messages/define-message'
import { pageAnalyzed } from '@pagebell/messages/page-analyzed'
import { until } from '@pagebell/testing/until'
import { rated } from './analyzer-messages.ts'
import { newReport, type RunningService, runService } from './running-service.ts'

export type Requested = Body<typeof analysisRequested>

export const perAccount = 2
export const ahead = 4

export let running: RunningService
/** The requested analyses in order; a redelivered message is recorded once. */
export const requestedRuns: Requested[] = []

function note(body: Requested): void {
  if (!requestedRuns.some(({ run_id }) => run_id === body.run_id)) requestedRuns.push(body)
}

/** Starts a report service and records its requests to analyzers. Every test begins with an empty queue. */
export function startQueue(): void {
  beforeAll(async () => {
    running = await runService({ RUNS_PER_ACCOUNT: perAccount, RUNS_AHEAD: ahead })
    await running.broker.consume(analysisRequested, 'analyzer', async (body) => note(body))
  })
  afterAll(() => running?.[Symbol.asyncDispose]())
  afterEach(async () => {
    await running.sql.query('delete from report; delete from deleted_run; delete from account_turn')
    await until('the outbox is empty', async () => (await running.sql.query('select from outbox')).rowCount === 0)
    requestedRuns.length = 0
  })
}

export const newHost = () => `${crypto.randomUUID()}.example`
export const at = '2026-11-21T10:00:00.000Z'

export async function create(account_id: string, host: string, more: object = {}) {
  const request = newReport({ account_id, url: `https://${host}/${crypto.randomUUID()}`, ...more })
  const { id } = await running.reports.createReport(request)
  return { ...request, id }
}

export const publish = (id: string) => ({ id })
export const begin = ({ run_id, report_id }: Requested) =>
  running.broker.publish(
    analysisProgressed,
    { run_id, report_id, stage: 'fetching', at },
    publish(`${run_id}-fetching`),
  )
export const end = ({ run_id, report_id }: Requested) =>
  running.broker.publish(pageAnalyzed, rated({ run_id, report_id }), publish(run_id))
export const untilRequested = (count: number) =>
  until(`${count} analyses are requested`, () => requestedRuns.length >= count && [...requestedRuns])

/** The number of runs that wait for their release. */
export async function waiting(): Promise<number> {
  const text = `select from run where status = 'queued' and released_at is null`
  return (await running.sql.query(text)).rowCount ?? 0
}

/** Waits until `expected` analyses are requested, and asserts that no other run can be released. */
export async function settled(expected: number): Promise<Requested[]> {
  await untilRequested(expected)
  const { rows } = await running.sql.query('select count(*)::int as released from release_runs($1, $2)', [
    ahead,
    perAccount,
  ])
  expect(rows).toEqual([{ released: 0 }])
  expect(requestedRuns).toHaveLength(expected)
  return [...requestedRuns]
}
