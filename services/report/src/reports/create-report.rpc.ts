import { randomUUIDv7 } from 'node:crypto'
import { requireIdempotencyKey } from '@pagebell/faults/idempotency-key'
import { requireIds } from '@pagebell/faults/ids'
import type { Passwords } from '@pagebell/passwords/password-pool'
import type { Database, Queryable } from '@pagebell/postgres/database'
import type { CreateReportRequest__Output as CreateReportRequest, Report } from '@pagebell/protos/report/v1/report'
import { currentTraceparent } from '@pagebell/runtime/trace'
import { countAnalysis } from '../limits/count-analysis.ts'
import { requireProjects } from '../projects/require-projects.ts'
import { answerOnce } from './idempotency.ts'
import { readNewPage } from './new-page.ts'
import { checkPassword, checkPrivacy } from './privacy.ts'
import { toReport } from './report.ts'
import { insertReport, insertRun, lockReport, type NewReport } from './reports.sql.ts'
import { findNewestReportOf, lockUrl } from './reuse-report.sql.ts'

type CreateTools = { db: Database; runQueue: { releaseNow(): void }; passwords: Passwords }

/**
 * Creates a report and its first run, or with `reuse` another run of the report that the URL has; a repeated
 * Idempotency-Key of the account gets the first answer again.
 */
export async function createReport(
  { db, runQueue, passwords }: CreateTools,
  request: CreateReportRequest,
  { signal }: { signal: AbortSignal },
): Promise<Report> {
  const ids = { id: randomUUIDv7(), runId: randomUUIDv7() }
  const report = { ...validate(request), ...ids, traceparent: currentTraceparent() }
  const client = { key: request.account_id, known: true, signal }
  const passwordHash = request.password === undefined ? undefined : await passwords.hash(request.password, client)

  const answer = await db
    .forAccount(report.accountId)
    .transaction((q) =>
      answerOnce(q, report.accountId, request.idempotency, () =>
        create(q, { ...report, passwordHash }, { reuse: request.reuse }),
      ),
    )
  runQueue.releaseNow()
  return answer
}

async function create(q: Queryable, report: NewReport, { reuse }: { reuse: boolean }): Promise<Report> {
  await requireProjects(q, report.accountId, [report.projectId])
  const reused = reuse ? await analyzeAgain(q, report) : undefined
  if (reused !== undefined) return reused
  await countAnalysis(q, report.accountId, 'new report')
  return toReport(await insertReport(q, report))
}

/** Queues another run of the URL's newest report unless one is in progress; undefined if the URL has no report. */
async function analyzeAgain(q: Queryable, report: NewReport): Promise<Report | undefined> {
  const { accountId, runId, host, traceparent } = report
  await lockUrl(q, accountId, report.url)
  const id = await findNewestReportOf(q, report)
  const existing = id === undefined ? undefined : await lockReport(q, accountId, id)
  if (existing === undefined) return undefined
  // One analysis at a time: the one in progress reads the current page.
  if (existing.status === 'queued' || existing.status === 'running') return { ...toReport(existing), reused: true }
  await countAnalysis(q, accountId, 'again')
  await insertRun(q, { accountId, reportId: existing.id, runId, host, traceparent })
  const queued = await lockReport(q, accountId, existing.id)
  return queued && { ...toReport(queued), reused: true }
}

function validate({ account_id, project_id, project, url, privacy, password, idempotency }: CreateReportRequest) {
  requireIds({ account_id })
  checkPrivacy(privacy)
  checkPassword(privacy, password, false)
  if (idempotency !== null) requireIdempotencyKey(idempotency.key)
  return { accountId: account_id, ...readNewPage({ project_id, project, url }), privacy }
}
