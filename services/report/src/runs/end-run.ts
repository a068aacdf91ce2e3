import { randomUUIDv7 } from 'node:crypto'
import type { Body } from '@pagebell/messages/define-message'
import type { pageAnalyzed } from '@pagebell/messages/page-analyzed'
import { reportEnded } from '@pagebell/messages/report-ended'
import { enqueue } from '@pagebell/outbox/outbox'
import type { Queryable } from '@pagebell/postgres/database'
import { storableJson, storableText } from '@pagebell/postgres/storable-json'
import { orderResults } from '@pagebell/scoring/order-results'
import { insertDue } from '../alerts/alert-settings.sql.ts'
import { applySuppressions } from '../suppressions/apply-suppressions.ts'
import { findSuppressions } from '../suppressions/suppressions.sql.ts'
import { runChanges } from './run-comparison.ts'
import { deleteOldResults, findCheckStatuses } from './run-history.sql.ts'
import { endRunDone, endRunFailed, type ReportOfRun, type RunError, type RunKey } from './runs.sql.ts'

/** Done runs of a report whose results are kept; the others stay in the history with their score. */
const runsWithResults = 100

type Rating = NonNullable<Body<typeof pageAnalyzed>['rating']>
export type Analysis = { rating: Rating; ruleset: string; analyzed_at: string }

/** Ends a run with its rating, without the checks that the project ignores. Changes nothing once the run has ended. */
export async function completeRun(q: Queryable, key: RunKey, report: ReportOfRun, analysis: Analysis): Promise<void> {
  const page = { url: report.url, at: analysis.analyzed_at }
  const suppressions = await findSuppressions(q, key.accountId, report.project_id)
  const rating = applySuppressions(analysis.rating, suppressions, page)
  const before =
    report.done_run_id === null ? undefined : await findCheckStatuses(q, { ...key, runId: report.done_run_id })
  const hasEnded = await endRunDone(q, key, {
    result: rating.result,
    score: rating.score,
    ruleset: storableText(analysis.ruleset),
    analyzedAt: analysis.analyzed_at,
    results: storableJson(orderResults(rating.results)),
    categories: storableJson(rating.categories),
    cappedBy: rating.capped_by,
    finalUrl: storableText(rating.final_url),
    notes: rating.notes.map(storableText),
    changes: before && storableJson(runChanges(before, statusesOf(analysis.rating))),
  })
  await deleteOldResults(q, key.accountId, key.reportId, runsWithResults)
  const { result, score } = rating
  if (!hasEnded) return
  await publishReportEnded(q, key, report, { rating: { result, score }, ...ratingBefore(report) })
  const place = { accountId: key.accountId, projectId: report.project_id }
  await insertDue(q, place, { id: key.runId, reportId: key.reportId })
}

/** Ends a run that could not be rated. Changes nothing once the run has ended. */
export async function failRun(q: Queryable, key: RunKey, report: ReportPlace, { code, message }: RunError) {
  const error = { code: storableText(code), message: storableText(message) }
  if (await endRunFailed(q, key, error)) await publishReportEnded(q, key, report, { error })
}

type ReportEnded = Body<typeof reportEnded>
type ReportPlace = Pick<ReportEnded, 'project_id' | 'project' | 'url'>
/** `before` is the rating of the newest done run before this one. */
type RunEnd = Pick<ReportEnded, 'rating' | 'before'> | Pick<ReportEnded, 'error'>

/** Publishes the end of a run once the transaction commits. */
function publishReportEnded(
  q: Queryable,
  { accountId, reportId, runId }: RunKey,
  { project_id, project, url }: ReportPlace,
  end: RunEnd,
): Promise<void> {
  const place = { account_id: accountId, project_id, project, report_id: reportId, run_id: runId, url }
  // The run's own id is that of the message which requested its analysis.
  return enqueue(q, reportEnded, { ...place, ended_at: new Date().toISOString(), ...end }, randomUUIDv7())
}

const ratingBefore = ({ result, score }: ReportOfRun) =>
  result === null || score === null ? {} : { before: { result, score } }

const statusesOf = ({ results }: Rating): Record<string, string> =>
  Object.fromEntries(Object.entries(results).map(([id, { status }]) => [id, status]))
