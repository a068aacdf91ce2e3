import { requireIdempotencyKey } from '@pagebell/faults/idempotency-key'
import { requireIds } from '@pagebell/faults/ids'
import type { Passwords } from '@pagebell/passwords/password-pool'
import type { Database } from '@pagebell/postgres/database'
import type {
  CreatedReports,
  CreateReportsRequest__Output as CreateReportsRequest,
} from '@pagebell/protos/report/v1/report'
import { currentTraceparent } from '@pagebell/runtime/trace'
import { type Batch, createBatch } from './create-batch.ts'
import { answerOnce } from './idempotency.ts'
import { readNewPage } from './new-page.ts'
import { checkPassword, checkPrivacy } from './privacy.ts'
import { invalid } from './report.ts'

type CreateTools = { db: Database; runQueue: { releaseNow(): void }; passwords: Passwords }

const maxPages = 1_000
/** Each is a lock in the table that all connections of the server share. */
const maxProjects = 100

/**
 * Creates a report of each page, or with `reuse` another run of the report that its URL has, in one transaction: all
 * that the plan allows, or nothing. A repeated Idempotency-Key of the account gets the first answer again.
 */
export async function createReports(
  { db, runQueue, passwords }: CreateTools,
  request: CreateReportsRequest,
  { signal }: { signal: AbortSignal },
): Promise<CreatedReports> {
  const batch = readBatch(request)
  const client = { key: request.account_id, known: true, signal }
  const passwordHash = request.password === undefined ? undefined : await passwords.hash(request.password, client)

  const created = await db.forAccount(batch.accountId).transaction((q) =>
    answerOnce(q, batch.accountId, request.idempotency, async () => ({
      results: await createBatch(q, { ...batch, passwordHash }),
    })),
  )
  runQueue.releaseNow()
  return created
}

function readBatch({
  account_id,
  pages,
  privacy,
  password,
  idempotency,
  reuse,
}: CreateReportsRequest): Omit<Batch, 'passwordHash'> {
  requireIds({ account_id })
  checkPrivacy(privacy)
  checkPassword(privacy, password, false)
  if (idempotency !== null) requireIdempotencyKey(idempotency.key)
  if (pages.length === 0 || pages.length > maxPages) throw invalid('pages', `Send 1 to ${maxPages} pages.`)
  const read = pages.map((page) => (page.refusal == null ? { page: readNewPage(page) } : { refusal: page.refusal }))
  const projects = new Set(read.flatMap((one) => ('page' in one ? [one.page.projectId] : [])))
  if (projects.size === 0) throw invalid('pages', 'Send a page that is not refused.')
  if (projects.size > maxProjects) throw invalid('pages', `Send pages of at most ${maxProjects} projects.`)
  return { accountId: account_id, pages: read, privacy, reuse, traceparent: currentTraceparent() }
}
