import { randomUUIDv7 } from 'node:crypto'
import { siteScope } from '@pagebell/crawl/site-scope'
import { allowedPatterns, arePatterns } from '@pagebell/crawl/url-filter'
import { fault } from '@pagebell/faults/fault'
import { requireIdempotencyKey } from '@pagebell/faults/idempotency-key'
import { requireIds } from '@pagebell/faults/ids'
import { invalidField } from '@pagebell/faults/invalid-field'
import type { Database, Queryable } from '@pagebell/postgres/database'
import type {
  CreateSiteReportRequest__Output as CreateRequest,
  SiteReport,
} from '@pagebell/protos/report/v1/site_reports'
import { normaliseUrl } from '@pagebell/urls/normalise-url'
import { belongsTo } from '@pagebell/urls/project-name'
import { countSitePages } from '../limits/count-analysis.ts'
import { requireProjects } from '../projects/require-projects.ts'
import { answerOnce } from '../reports/idempotency.ts'
import { toSiteReport } from './site-report.ts'
import { findUnderWay, insertSiteReport, type NewSiteReport } from './site-reports.sql.ts'

const starts = ['sitemap', 'links']
const maxPages = 10_000
/** Pages that may be requested of a site whose owner is not known. */
const maxPagesUnproven = 200

/** Queues the crawl of a site; a repeated Idempotency-Key of the account gets the first answer again. */
export async function createSiteReport(db: Database, request: CreateRequest): Promise<SiteReport> {
  const report = readRequest(request)
  if (!request.is_owner && report.maxPages > maxPagesUnproven) {
    const text = `More than ${maxPagesUnproven} pages are requested only of a site that serves the key file of its project.`
    throw fault('conflict', text, { code: 'ownership_not_proven', details: { limit: maxPagesUnproven } })
  }
  return db
    .forAccount(report.accountId)
    .transaction((q) => answerOnce(q, report.accountId, request.idempotency, () => create(q, report)))
}

async function create(q: Queryable, report: NewSiteReport): Promise<SiteReport> {
  const { accountId, projectId } = report
  await requireProjects(q, accountId, [projectId])
  const inserted = await insertSiteReport(q, report)
  if (inserted === undefined) {
    const details = { site_report: await findUnderWay(q, accountId, projectId) }
    const text = 'The project has a site report that has not ended.'
    throw fault('conflict', text, { code: 'site_report_running', details })
  }
  // After the insertion: the end of a report changes these in the same order.
  await countSitePages(q, accountId, report.maxPages)
  return toSiteReport(inserted)
}

function readRequest({ account_id, project_id, project, url, selection, idempotency }: CreateRequest): NewSiteReport {
  requireIds({ account_id, project_id })
  if (idempotency !== null) requireIdempotencyKey(idempotency.key)
  const normalised = normaliseUrl(url)
  if (!normalised.ok) throw invalidField('url', `cannot be used: ${normalised.reason}`)
  if (!belongsTo(normalised.host, project)) throw invalidField('url', `must be on ${project} or a subdomain of it`)
  if (selection === null) throw invalidField('selection', 'is required')
  const { start, max_pages, include, exclude } = selection
  if (start.length === 0 || !start.every((one) => starts.includes(one)))
    throw invalidField('start', `must be one or both of: ${starts.join(', ')}`)
  if (max_pages < 1 || max_pages > maxPages) throw invalidField('max_pages', `must be from 1 to ${maxPages}`)
  for (const [field, patterns] of Object.entries({ include, exclude }))
    if (!arePatterns(patterns)) throw invalidField(field, allowedPatterns)
  return {
    accountId: account_id,
    id: randomUUIDv7(),
    // As stored: the project's lock is by its text.
    projectId: project_id.toLowerCase(),
    project,
    url: normalised.url,
    host: siteScope(new URL(normalised.url)).host,
    starts: [...new Set(start)],
    maxPages: max_pages,
    include,
    exclude,
  }
}
