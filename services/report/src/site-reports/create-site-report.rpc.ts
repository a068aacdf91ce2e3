import { requireIdempotencyKey } from '@pagebell/faults/idempotency-key'
import type { Passwords } from '@pagebell/passwords/password-pool'
import type { Database } from '@pagebell/postgres/database'
import type {
  CreateSiteReportRequest__Output as CreateRequest,
  SiteReport,
} from '@pagebell/protos/report/v1/site_reports'
import { answerOnce } from '../reports/idempotency.ts'
import { checkPassword, checkPrivacy } from '../reports/privacy.ts'
import { queueSiteReport, readNewSiteReport } from './new-site-report.ts'
import { toSiteReport } from './site-report.ts'

type CreateTools = { db: Database; passwords: Passwords }

/** Queues the crawl of a site; a repeated Idempotency-Key of the account gets the first answer again. */
export async function createSiteReport(
  { db, passwords }: CreateTools,
  request: CreateRequest,
  { signal }: { signal: AbortSignal },
): Promise<SiteReport> {
  const { idempotency, password, privacy = 1 } = request
  if (idempotency !== null) requireIdempotencyKey(idempotency.key)
  const site = readNewSiteReport(request)
  checkPrivacy(privacy)
  checkPassword(privacy, password, false)
  const { accountId } = site
  const client = { key: accountId, known: true, signal }
  const passwordHash = password === undefined ? undefined : await passwords.hash(password, client)
  const report = { ...site, privacy, passwordHash }
  return db
    .forAccount(accountId)
    .transaction((q) =>
      answerOnce(q, accountId, idempotency, async () => toSiteReport(await queueSiteReport(q, report))),
    )
}
