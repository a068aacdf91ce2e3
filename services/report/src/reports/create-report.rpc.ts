import { randomUUIDv7 } from 'node:crypto'
import { fault } from '@pagebell/faults/fault'
import { requireIdempotencyKey } from '@pagebell/faults/idempotency-key'
import { requireIds } from '@pagebell/faults/ids'
import type { Passwords } from '@pagebell/passwords/password-pool'
import type { Database, Queryable } from '@pagebell/postgres/database'
import type { CreateReportRequest__Output as CreateReportRequest, Report } from '@pagebell/protos/report/v1/report'
import { currentTraceparent } from '@pagebell/runtime/trace'
import { normaliseUrl } from '@pagebell/urls/normalise-url'
import { countAnalysis } from '../limits/count-analysis.ts'
import { isProjectDeleted, lockProject } from '../projects/projects.sql.ts'
import { answerOnce } from './idempotency.ts'
import { checkPassword, checkPrivacy } from './privacy.ts'
import { invalid, toReport } from './report.ts'
import { insertReport, type NewReport } from './reports.sql.ts'

type CreateTools = { db: Database; runQueue: { releaseNow(): void }; passwords: Passwords }

/** Creates a report and its first run; a repeated Idempotency-Key of the account gets the first answer again. */
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
      answerOnce(q, report.accountId, request.idempotency, () => insert(q, { ...report, passwordHash })),
    )
  runQueue.releaseNow()
  return answer
}

async function insert(q: Queryable, report: NewReport): Promise<Report> {
  await lockProject(q, report.projectId, 'shared')
  if (await isProjectDeleted(q, report.accountId, report.projectId)) {
    throw fault('conflict', 'The project has just been deleted.', { code: 'project_gone' })
  }
  await countAnalysis(q, report.accountId, 'new report')
  return toReport(await insertReport(q, report))
}

function validate({ account_id, project_id, project, url, privacy, password, idempotency }: CreateReportRequest) {
  requireIds({ account_id, project_id })
  if (!/^[\x21-\x7e]{1,253}$/.test(project)) throw invalid('project', 'Use the name of a project: a host.')
  const normalised = normaliseUrl(url)
  if (!normalised.ok) throw invalid('url', `The URL is ${normalised.reason}.`)
  checkPrivacy(privacy)
  checkPassword(privacy, password, false)
  if (idempotency !== null) requireIdempotencyKey(idempotency.key)
  return {
    accountId: account_id,
    // As stored: the project's lock is by its text.
    projectId: project_id.toLowerCase(),
    project,
    url: normalised.url,
    host: new URL(normalised.url).host,
    privacy,
  }
}
