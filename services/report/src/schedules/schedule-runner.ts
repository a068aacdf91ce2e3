import { Fault } from '@pagebell/faults/fault'
import type { Database, Queryable } from '@pagebell/postgres/database'
import type { Log } from '@pagebell/runtime/log'
import { type Repeated, repeat } from '@pagebell/runtime/repeat'
import { currentTraceparent } from '@pagebell/runtime/trace'
import { overdueSchedules } from '../metrics.ts'
import { requireProjects } from '../projects/require-projects.ts'
import { createBatch } from '../reports/create-batch.ts'
import { readNewPage } from '../reports/new-page.ts'
import { queueSiteReport, readNewSiteReport } from '../site-reports/new-site-report.ts'
import { planAfter } from './schedule.ts'
import {
  findDueSchedules,
  lockDueSchedule,
  measureDueSchedules,
  postponeSchedule,
  recordOutcome,
  type ScheduleKey,
  type ScheduleOutcome,
  type ScheduleRow,
} from './schedules.sql.ts'

const pollMs = 5_000
const perRound = 100
/** What a schedule waits after an error of the service, so that it does not stand in the way of others. */
const errorWaitMs = 60_000
/** How long past its time a schedule waits for a limit of a minute to pass. */
const limitWaitMs = 3_600_000
/** Reports that schedules make are private. */
const privacy = 1

export type ScheduleTools = {
  db: Database
  runQueue: { releaseNow(): void }
  log: Log
  now: () => Date
}

/** Carries out the schedules that are due. Any number of copies may run: each time is taken by one of them. */
export function startScheduleRunner(tools: ScheduleTools): Repeated {
  const q = tools.db.acrossAccounts()
  const gauge = overdueSchedules.read(async () => [{ value: await measureDueSchedules(q, tools.now()), labels: {} }])
  const repeated = repeat(pollMs, (signal) => runDueSchedules(tools, signal), tools.log, 'the search for due schedules')
  return {
    ...repeated,
    async [Symbol.asyncDispose]() {
      gauge[Symbol.dispose]()
      await repeated[Symbol.asyncDispose]()
    },
  }
}

export async function runDueSchedules(tools: ScheduleTools, signal?: AbortSignal): Promise<void> {
  const { db, log, now } = tools
  for (const { account_id, project_id } of await findDueSchedules(db.acrossAccounts(), now(), perRound)) {
    if (signal?.aborted === true) return
    const key = { accountId: account_id, projectId: project_id }
    try {
      await runSchedule(tools, key)
    } catch (error) {
      log.warn({ err: error, project_id }, 'a schedule will be tried again')
      await postpone(tools, key, errorWaitMs)
    }
  }
}

/**
 * Creates the reports of a schedule and plans its next time in one transaction. A refusal of the plan or the project
 * takes back what the transaction has done, and is stored by a second one.
 */
async function runSchedule(tools: ScheduleTools, key: ScheduleKey): Promise<void> {
  const { db, runQueue, now } = tools
  const account = db.forAccount(key.accountId)
  const carryOut = (act: (q: Queryable, row: ScheduleRow) => Promise<ScheduleOutcome>) =>
    account.transaction(async (q) => {
      // Before the schedule, as a deletion of the project does.
      await requireProjects(q, key.accountId, [key.projectId])
      const row = await lockDueSchedule(q, key, now())
      if (row === undefined) return
      const outcome = await act(q, row)
      await recordOutcome(q, key, { outcome, plan: planAfter(timeOf(row), key, now()), now: now() })
    })

  try {
    await carryOut((q, row) => (row.what === 'site' ? startSite(q, key, row) : startPages(q, key, row)))
    runQueue.releaseNow()
  } catch (error) {
    if (!(error instanceof Fault) || !isRefusal(error)) throw error
    // Its project is being deleted, and it with it.
    if (error.code === 'project_gone') return postpone(tools, key, errorWaitMs)
    const { code, message, retryAfterSeconds = 0 } = error
    const waitMs = retryAfterSeconds * 1_000
    const isShort = waitMs > 0 && waitMs <= 60_000
    await account.transaction(async (q) => {
      await requireProjects(q, key.accountId, [key.projectId])
      const row = await lockDueSchedule(q, key, now())
      if (row === undefined) return
      if (isShort && now().getTime() - Date.parse(row.next_at) < limitWaitMs)
        return postponeSchedule(q, key, { now: now(), dueAt: new Date(now().getTime() + waitMs) })
      const outcome: ScheduleOutcome = { outcome: 'refused', code, message }
      await recordOutcome(q, key, { outcome, plan: planAfter(timeOf(row), key, now()), now: now() })
    })
  }
}

const isRefusal = ({ kind }: Fault): boolean => ['invalid', 'conflict', 'rate_limited'].includes(kind)

async function postpone({ db, now }: ScheduleTools, key: ScheduleKey, ms: number): Promise<void> {
  const at = now()
  await postponeSchedule(db.forAccount(key.accountId), key, { now: at, dueAt: new Date(at.getTime() + ms) })
}

const timeOf = ({ every, at_time, zone, on_day }: ScheduleRow) => ({ every, at: at_time, zone, on: on_day })

async function startSite(q: Queryable, key: ScheduleKey, row: ScheduleRow): Promise<ScheduleOutcome> {
  const { starts, max_pages, include, exclude } = row
  const site = readNewSiteReport({
    account_id: key.accountId,
    project_id: key.projectId,
    project: row.project,
    url: row.url ?? '',
    selection: { start: starts ?? [], max_pages: max_pages ?? 0, include: include ?? [], exclude: exclude ?? [] },
    is_owner: row.is_owner,
  })
  const { id } = await queueSiteReport(q, { ...site, privacy, passwordHash: undefined })
  return { outcome: 'started', siteReport: id }
}

async function startPages(q: Queryable, key: ScheduleKey, row: ScheduleRow): Promise<ScheduleOutcome> {
  const { accountId, projectId } = key
  const { project } = row
  const results = await createBatch(q, {
    accountId,
    pages: row.pages.map((url) => ({ page: readNewPage({ project_id: projectId, project, url }) })),
    privacy,
    passwordHash: undefined,
    reuse: true,
    traceparent: currentTraceparent(),
  })
  const reports = results.flatMap(({ report_id }) => (report_id === undefined ? [] : [report_id]))
  const refusals = results.flatMap(({ refusal }) => (refusal == null ? [] : [refusal]))
  const [first] = refusals
  if (first === undefined) return { outcome: 'started', reports }
  const { code, message } = first
  return { outcome: 'partly_started', code, message, reports, refused: refusals.length }
}
