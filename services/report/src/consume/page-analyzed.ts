import { fault } from '@pagebell/faults/fault'
import type { Body } from '@pagebell/messages/define-message'
import type { pageAnalyzed } from '@pagebell/messages/page-analyzed'
import type { Database, Queryable } from '@pagebell/postgres/database'
import { orderResults } from '@pagebell/scoring/order-results'
import { leaveOutIgnored } from '../leave-out-ignored.ts'
import { endRunDone } from '../queries/end-run-done.ts'
import { endRunFailed } from '../queries/end-run-failed.ts'
import { findCheckStatuses } from '../queries/find-check-statuses.ts'
import { findIgnoredChecks } from '../queries/find-ignored-checks.ts'
import { forgetDeletedRun } from '../queries/forget-deleted-runs.ts'
import { forgetOldResults } from '../queries/forget-old-results.ts'
import type { IgnoredCheck } from '../queries/keep-ignored-checks.ts'
import { lockReportOfRun, type ReportOfRun } from '../queries/lock-report-of-run.ts'
import type { RunKey } from '../queries/run-key.ts'
import { type CheckStatuses, runChanges } from '../run-changes.ts'
import { storableJson, storableText } from '../storable-json.ts'
import { tellEnd } from '../tell-end.ts'

/** Runs of a report of which every check can be looked up; the history itself is kept whole. */
const resultsKept = 100

type PageAnalyzed = Body<typeof pageAnalyzed>
type Rating = NonNullable<PageAnalyzed['rating']>

interface Tools {
  db: Database
  outbox: { flush(): void }
  ends: { nudge(): void }
  releases: { now(): void }
}

/** The end of a run. A second answer, or one that comes after the run was given up, changes nothing. */
export function onPageAnalyzed({ db, outbox, ends, releases }: Tools) {
  return async (body: PageAnalyzed): Promise<void> => {
    if ((body.rating === undefined) === (body.failure === undefined)) {
      throw fault('malformed', 'A run ends with exactly one of rating and failure.')
    }
    await db.transaction(async (q) => {
      const { rows } = await q.query<ReportOfRun>(lockReportOfRun(body.run_id, body.report_id))
      const [report] = rows
      if (report === undefined) await q.query(forgetDeletedRun(body.run_id))
      else await end(q, report, body)
    })
    outbox.flush()
    ends.nudge()
    releases.now()
  }
}

async function end(q: Queryable, report: ReportOfRun, body: PageAnalyzed): Promise<void> {
  const key = { accountId: report.account_id, reportId: body.report_id, runId: body.run_id }
  if (body.failure !== undefined) {
    const error = { code: storableText(body.failure.code), message: storableText(body.failure.message) }
    const { rowCount } = await q.query(endRunFailed(key, error.code, error.message))
    if (rowCount > 0) await tellEnd(q, key, report, { error })
    return
  }
  if (body.rating === undefined) return
  const page = { url: report.url, at: body.analyzed_at }
  const rating = leaveOutIgnored(body.rating, await ignoredChecks(q, report), page)
  const before = report.done_run_id === null ? undefined : await statusesOf(q, { ...key, runId: report.done_run_id })
  const { rowCount } = await q.query(
    endRunDone(key, {
      result: rating.result,
      score: rating.score,
      ruleset: storableText(body.ruleset),
      analyzedAt: body.analyzed_at,
      results: storableJson(orderResults(rating.results)),
      categories: storableJson(rating.categories),
      cappedBy: rating.capped_by,
      finalUrl: storableText(rating.final_url),
      notes: rating.notes.map(storableText),
      changes: before && storableJson(runChanges(before, statuses(body.rating))),
    }),
  )
  await q.query(forgetOldResults(key.accountId, key.reportId, resultsKept))
  const { result, score } = rating
  if (rowCount > 0) await tellEnd(q, key, report, { rating: { result, score }, ...ratingBefore(report) })
}

const ratingBefore = ({ result, score }: ReportOfRun) =>
  result === null || score === null ? {} : { before: { result, score } }

async function ignoredChecks(q: Queryable, { account_id, project_id }: ReportOfRun): Promise<IgnoredCheck[]> {
  const { rows } = await q.query<{ ignored: IgnoredCheck[] }>(findIgnoredChecks(account_id, project_id))
  return rows[0]?.ignored ?? []
}

async function statusesOf(q: Queryable, doneRun: RunKey): Promise<CheckStatuses> {
  const { rows } = await q.query<{ check_id: string; status: string }>(findCheckStatuses(doneRun))
  return Object.fromEntries(rows.map((row) => [row.check_id, row.status]))
}

function statuses({ results }: Rating): CheckStatuses {
  return Object.fromEntries(Object.entries(results).map(([id, { status }]) => [id, status]))
}
