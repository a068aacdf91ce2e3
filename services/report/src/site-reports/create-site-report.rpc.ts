import { requireIdempotencyKey } from '@pagebell/faults/idempotency-key'
import type { Database } from '@pagebell/postgres/database'
import type {
  CreateSiteReportRequest__Output as CreateRequest,
  SiteReport,
} from '@pagebell/protos/report/v1/site_reports'
import { answerOnce } from '../reports/idempotency.ts'
import { queueSiteReport, readNewSiteReport } from './new-site-report.ts'
import { toSiteReport } from './site-report.ts'

/** Queues the crawl of a site; a repeated Idempotency-Key of the account gets the first answer again. */
export async function createSiteReport(db: Database, request: CreateRequest): Promise<SiteReport> {
  const { idempotency } = request
  if (idempotency !== null) requireIdempotencyKey(idempotency.key)
  const report = readNewSiteReport(request)
  return db
    .forAccount(report.accountId)
    .transaction((q) =>
      answerOnce(q, report.accountId, idempotency, async () => toSiteReport(await queueSiteReport(q, report))),
    )
}
