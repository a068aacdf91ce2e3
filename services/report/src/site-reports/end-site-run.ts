import { randomUUIDv7 } from 'node:crypto'
import type { Body } from '@pagebell/messages/define-message'
import { siteReportEnded } from '@pagebell/messages/site-report-ended'
import { enqueue } from '@pagebell/outbox/outbox'
import type { Queryable } from '@pagebell/postgres/database'
import { storableText } from '@pagebell/postgres/storable-json'
import { insertDue } from '../alerts/alert-settings.sql.ts'
import { judgedRuns } from '../alerts/judge-runs.ts'
import {
  compareIssues,
  insertSiteIssues,
  type NewSiteIssue,
  setIssueChanges,
  setIssuePages,
} from './site-issues.sql.ts'
import { deleteOldSiteReports, type SiteKey } from './site-reports.sql.ts'
import {
  endCancelled,
  endDone,
  endFailed,
  findDoneBefore,
  giveBackPages,
  type SiteOutcome,
  setComparedWith,
} from './site-run-ends.sql.ts'
import type { RunKey } from './site-runs.sql.ts'
import { deleteKeptVisits, deleteVisits, keepVisits } from './site-visits.sql.ts'

/** Of more pages with an issue, 25 are found soon in any order. */
const fewPages = 1_000
/** Reports of a project that are kept once they have ended. Those of each host are what its alerts are judged by. */
const keptReports = { newest: 12, doneOfHost: judgedRuns, total: 36 }

/** Of a project, until its next report is done: what that one may keep of pages that have not changed (ADR 96). */
const keptVisits = { maxBytes: 64_000_000, days: 15 }

/** Ends a report with its result, whose pages are stored; false if the attempt is not the newest or it has ended. */
export async function completeSiteRun(
  q: Queryable,
  key: RunKey,
  outcome: SiteOutcome,
  issues: readonly NewSiteIssue[],
): Promise<boolean> {
  const ended = await endDone(q, key, outcome)
  if (ended === undefined) return false
  await insertSiteIssues(q, key, issues)
  await setIssuePages(q, key, fewPages)
  const before = await findDoneBefore(q, key, ended.project)
  if (before !== undefined) {
    await setIssueChanges(q, key, await compareIssues(q, key, before))
    await setComparedWith(q, key, before)
  }
  await deleteKeptVisits(q, key.accountId, ended.project_id)
  await keepVisits(q, key, keptVisits)
  await cleanUp(q, key, ended.project_id)
  const { url, score, result, isPartial, requested } = outcome
  const isRated = score !== null && isResult(result)
  await publishEnd(q, key, {
    ...ended,
    url: storableText(url),
    status: 'done',
    ...(isRated && { rating: { result, score } }),
    partial: isPartial,
    requested,
    issues: { fail: countOf(issues, 'fail'), warn: countOf(issues, 'warn') },
  })
  await insertDue(q, { accountId: key.accountId, projectId: ended.project_id }, { id: key.id, reportId: null })
  return true
}

/** Ends a running report without a result. */
export async function failSiteRun(q: Queryable, key: SiteKey, error: { code: string; message: string }): Promise<void> {
  const ended = await endFailed(q, key, error)
  if (ended === undefined) return
  await deleteVisits(q, key)
  await cleanUp(q, key, ended.project_id)
  const { code, message } = error
  const stored = { code: storableText(code), message: storableText(message) }
  await publishEnd(q, key, { ...ended, status: 'failed', error: stored })
}

/** Ends a report that has not ended without a result; false if it has ended, or there is none. */
export async function cancelSiteRun(q: Queryable, key: SiteKey): Promise<boolean> {
  const ended = await endCancelled(q, key)
  if (ended === undefined) return false
  await deleteVisits(q, key)
  await cleanUp(q, key, ended.project_id)
  return true
}

type End = Omit<Body<typeof siteReportEnded>, 'account_id' | 'site_report_id' | 'ended_at'>
type Result = NonNullable<End['rating']>['result']

const results: readonly (string | null)[] = ['good', 'decent', 'bad'] satisfies Result[]
const isResult = (result: string | null): result is Result => results.includes(result)

const countOf = (issues: readonly NewSiteIssue[], severity: string): number =>
  issues.filter((issue) => issue.severity === severity).length

/** Publishes the end of a report once the transaction commits. */
function publishEnd(q: Queryable, { accountId, id }: SiteKey, end: End): Promise<void> {
  const body = { account_id: accountId, site_report_id: id, ended_at: new Date().toISOString(), ...end }
  return enqueue(q, siteReportEnded, body, randomUUIDv7())
}

/** Gives back what was not requested, and deletes the oldest reports of the project. */
async function cleanUp(q: Queryable, key: SiteKey, projectId: string): Promise<void> {
  await giveBackPages(q, key)
  await deleteOldSiteReports(q, { accountId: key.accountId, projectId }, keptReports)
}
