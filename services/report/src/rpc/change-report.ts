import { randomUUIDv7 } from 'node:crypto'
import type { Passwords } from '@pagebell/passwords/password-pool'
import type { Database, Queryable } from '@pagebell/postgres/database'
import type { ChangeReportRequest__Output as ChangeReportRequest } from '@pagebell/protos/report/v1/ChangeReportRequest'
import type { Report } from '@pagebell/protos/report/v1/Report'
import type { Reports } from '@pagebell/rpc/contracts'
import type { Handler } from '@pagebell/rpc/serve-rpc'
import { currentTraceparent } from '@pagebell/runtime/trace'
import { countAnalysis } from '../limit-analyses.ts'
import { checkPassword, checkPrivacy, type Privacy } from '../privacy.ts'
import { insertRun } from '../queries/insert-run.ts'
import { type LockedReport, lockReport } from '../queries/lock-report.ts'
import type { ReportRow } from '../queries/report-columns.ts'
import { updatePrivacy } from '../queries/update-privacy.ts'
import { readReport } from '../read-report.ts'
import { checkAccountId, checkReportId, noSuchReport } from '../report-faults.ts'

interface Tools {
  db: Database
  releases: { now(): void }
  passwords: Passwords
}

export function changeReport({ db, releases, passwords }: Tools): Handler<typeof Reports, 'changeReport'> {
  return async (request, { signal }) => {
    checkAccountId(request.account_id)
    checkReportId(request.id)
    if (request.privacy !== undefined) checkPrivacy(request.privacy)
    // Looked at before the hashing, which is dear and must not happen under the lock, and again under the lock.
    const own = db.of(request.account_id)
    privacyAfter(await locked(own, request), request)
    const client = { key: request.account_id, known: true, signal }
    const passwordHash = request.password === undefined ? undefined : await passwords.hash(request.password, client)

    const report = await own.transaction((q) => change(q, request, passwordHash))
    if (request.analyze_again) releases.now()
    return report
  }
}

async function change(q: Queryable, request: ChangeReportRequest, passwordHash: string | undefined): Promise<Report> {
  const { account_id: accountId, id } = request
  const before = await locked(q, request)
  const privacy = privacyAfter(before, request)
  let report: ReportRow = before
  if (privacy !== before.privacy || passwordHash !== undefined) {
    report = await changed(q.query(updatePrivacy(accountId, id, privacy, passwordHash)))
  }
  // One analysis at a time: what is on its way will tell how the page is now.
  if (request.analyze_again && report.status !== 'queued' && report.status !== 'running') {
    await countAnalysis(q, accountId, 'again')
    const key = { accountId, reportId: id, runId: randomUUIDv7() }
    report = await changed(q.query(insertRun(key, new URL(report.url).host, currentTraceparent())))
  }
  // With the results that stand until new ones are in, as a single read has them.
  return readReport(q, accountId, id)
}

/** Throws fault invalid on `password` if the two do not fit each other. */
function privacyAfter(before: LockedReport, request: ChangeReportRequest): Privacy {
  const privacy = request.privacy ?? before.privacy
  checkPrivacy(privacy)
  checkPassword(privacy, request.password, before.has_password)
  return privacy
}

async function locked(q: Queryable, { account_id: accountId, id }: ChangeReportRequest): Promise<LockedReport> {
  const { rows } = await q.query<LockedReport>(lockReport(accountId, id))
  if (rows[0] === undefined) throw noSuchReport()
  return rows[0]
}

async function changed(update: Promise<{ rows: unknown[] }>): Promise<ReportRow> {
  const { rows } = await update
  if (rows[0] === undefined) throw new Error('A locked report was not there to be changed.')
  return rows[0] as ReportRow
}
