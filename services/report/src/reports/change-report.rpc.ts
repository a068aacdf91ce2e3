import { randomUUIDv7 } from 'node:crypto'
import { requireIds } from '@pagebell/faults/ids'
import type { Passwords } from '@pagebell/passwords/password-pool'
import type { Database, Queryable } from '@pagebell/postgres/database'
import type { ChangeReportRequest__Output as ChangeReportRequest, Report } from '@pagebell/protos/report/v1/report'
import { currentTraceparent } from '@pagebell/runtime/trace'
import { countAnalysis } from '../limits/count-analysis.ts'
import { checkPrivacy, privacyAfter } from './privacy.ts'
import { noSuchReport, parseReportId, readReport } from './report.ts'
import { insertRun, type LockedReport, lockReport, updateListed, updatePrivacy } from './reports.sql.ts'

type ChangeTools = { db: Database; runQueue: { releaseNow(): void }; passwords: Passwords }

/** Changes the privacy of a report, whether it may be listed, and queues another analysis unless one is in progress. */
export async function changeReport(
  { db, runQueue, passwords }: ChangeTools,
  request: ChangeReportRequest,
  { signal }: { signal: AbortSignal },
): Promise<Report> {
  const { account_id: accountId, password } = request
  requireIds({ account_id: accountId })
  const id = parseReportId(request.id)
  if (request.privacy !== undefined) checkPrivacy(request.privacy)
  const tenant = db.forAccount(accountId)
  // Checked before hashing, which is expensive and must not happen under the lock, and again under the lock.
  privacyAfter(await lock(tenant, accountId, id), request)
  const client = { key: accountId, known: true, signal }
  const passwordHash = password === undefined ? undefined : await passwords.hash(password, client)

  const report = await tenant.transaction((q) => change(q, id, request, passwordHash))
  if (request.analyze_again) runQueue.releaseNow()
  return report
}

async function change(
  q: Queryable,
  id: string,
  request: ChangeReportRequest,
  passwordHash: string | undefined,
): Promise<Report> {
  const accountId = request.account_id
  const report = await lock(q, accountId, id)
  const privacy = privacyAfter(report, request)
  if (privacy !== report.privacy || passwordHash !== undefined) {
    await updatePrivacy(q, accountId, id, privacy, passwordHash)
  }
  const { listed = report.listed } = request
  if (listed !== report.listed) await updateListed(q, accountId, id, listed)
  // One analysis at a time: the one in progress reads the current page.
  if (request.analyze_again && report.status !== 'queued' && report.status !== 'running') {
    await countAnalysis(q, accountId, 'again')
    const { host } = new URL(report.url)
    await insertRun(q, { accountId, reportId: id, runId: randomUUIDv7(), host, traceparent: currentTraceparent() })
  }
  // Includes the previous results, which stay until new ones are stored.
  return readReport(q, accountId, id)
}

async function lock(q: Queryable, accountId: string, id: string): Promise<LockedReport> {
  const report = await lockReport(q, accountId, id)
  if (report === undefined) throw noSuchReport()
  return report
}
