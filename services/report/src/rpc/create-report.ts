import { randomUUIDv7 } from 'node:crypto'
import { fault } from '@pagebell/faults/fault'
import type { Passwords } from '@pagebell/passwords/password-pool'
import type { Database, Queryable } from '@pagebell/postgres/database'
import type { CreateReportRequest__Output as CreateReportRequest } from '@pagebell/protos/report/v1/CreateReportRequest'
import type { Report } from '@pagebell/protos/report/v1/Report'
import type { Reports } from '@pagebell/rpc/contracts'
import type { Handler } from '@pagebell/rpc/serve-rpc'
import { currentTraceparent } from '@pagebell/runtime/trace'
import { normaliseUrl } from '@pagebell/urls/normalise-url'
import { answerOnce } from '../answer-once.ts'
import { countAnalysis } from '../limit-analyses.ts'
import { checkPassword, checkPrivacy } from '../privacy.ts'
import { findTombstone } from '../queries/find-tombstone.ts'
import { insertReport, type NewReport } from '../queries/insert-report.ts'
import { lockProject } from '../queries/lock-project.ts'
import type { ReportRow } from '../queries/report-columns.ts'
import { checkAccountId, invalid } from '../report-faults.ts'
import { toReport } from '../to-report.ts'
import { isUuid } from '../uuid.ts'

interface Tools {
  db: Database
  releases: { now(): void }
  passwords: Passwords
}

/** A report and its first run; what the account's Idempotency-Key was answered before is answered again. */
export function createReport({ db, releases, passwords }: Tools): Handler<typeof Reports, 'createReport'> {
  return async (request, { signal }) => {
    const ids = { id: randomUUIDv7(), runId: randomUUIDv7() }
    const report = { ...checked(request), ...ids, traceparent: currentTraceparent() }
    const client = { key: request.account_id, known: true, signal }
    const passwordHash = request.password === undefined ? undefined : await passwords.hash(request.password, client)

    const answer = await db
      .of(report.accountId)
      .transaction((q) =>
        answerOnce(q, report.accountId, request.idempotency, () => insert(q, { ...report, passwordHash })),
      )
    releases.now()
    return answer
  }
}

async function insert(q: Queryable, report: NewReport): Promise<Report> {
  await q.query(lockProject(report.projectId, 'shared'))
  const { rowCount } = await q.query(findTombstone(report.accountId, report.projectId))
  if (rowCount > 0) throw fault('conflict', 'The project has just been deleted.', { code: 'project_gone' })

  await countAnalysis(q, report.accountId, 'new report')
  const { rows } = await q.query<ReportRow>(insertReport(report))
  const [row] = rows
  if (row === undefined) throw new Error('An inserted report was not returned.')
  return toReport(row)
}

function checked(request: CreateReportRequest) {
  checkAccountId(request.account_id)
  if (!isUuid(request.project_id)) throw fault('malformed', 'project_id is no UUID.')
  if (!/^[\x21-\x7e]{1,253}$/.test(request.project)) throw invalid('project', 'Use the name of a project: a host.')
  const normalised = normaliseUrl(request.url)
  if (!normalised.ok) throw invalid('url', `The URL is ${normalised.reason}.`)
  checkPrivacy(request.privacy)
  checkPassword(request.privacy, request.password, false)
  if (request.idempotency !== null) checkKey(request.idempotency.key)
  return {
    accountId: request.account_id,
    projectId: request.project_id,
    project: request.project,
    url: normalised.url,
    host: new URL(normalised.url).host,
    privacy: request.privacy,
  }
}

function checkKey(key: string): void {
  if (!/^[\x20-\x7e]{1,255}$/.test(key)) throw invalid('Idempotency-Key', 'Use 1 to 255 printable ASCII characters.')
}
