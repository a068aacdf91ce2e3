import type { Queryable } from '@pagebell/postgres/database'
import { insertDue } from '../alerts/alert-settings.sql.ts'
import { compareIssues, insertSiteIssues, type NewSiteIssue, setIssueChanges } from './site-issues.sql.ts'
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
import { deleteVisits } from './site-visits.sql.ts'

/** Reports of a project that are kept once they have ended. */
const keptReports = 12

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
  const before = await findDoneBefore(q, key, ended.project)
  if (before !== undefined) {
    await setIssueChanges(q, key, await compareIssues(q, key, before))
    await setComparedWith(q, key, before)
  }
  await cleanUp(q, key, ended.project_id)
  await insertDue(q, { accountId: key.accountId, projectId: ended.project_id }, { id: key.id, reportId: null })
  return true
}

/** Ends a running report without a result. */
export async function failSiteRun(q: Queryable, key: SiteKey, error: { code: string; message: string }): Promise<void> {
  const ended = await endFailed(q, key, error)
  if (ended !== undefined) await cleanUp(q, key, ended.project_id)
}

/** Ends a report that has not ended without a result; false if it has ended, or there is none. */
export async function cancelSiteRun(q: Queryable, key: SiteKey): Promise<boolean> {
  const ended = await endCancelled(q, key)
  if (ended !== undefined) await cleanUp(q, key, ended.project_id)
  return ended !== undefined
}

/** What only a crawl in progress needs goes, and so do the oldest reports of the project. */
async function cleanUp(q: Queryable, key: SiteKey, projectId: string): Promise<void> {
  await deleteVisits(q, key)
  await giveBackPages(q, key)
  await deleteOldSiteReports(q, { accountId: key.accountId, projectId }, keptReports)
}
