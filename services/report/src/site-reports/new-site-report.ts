import { randomUUIDv7 } from 'node:crypto'
import { siteScope } from '@pagebell/crawl/site-scope'
import { allowedPatterns, arePatterns } from '@pagebell/crawl/url-filter'
import { fault } from '@pagebell/faults/fault'
import { requireIds } from '@pagebell/faults/ids'
import { invalidField } from '@pagebell/faults/invalid-field'
import type { Queryable } from '@pagebell/postgres/database'
import { normaliseUrl } from '@pagebell/urls/normalise-url'
import { belongsTo } from '@pagebell/urls/project-name'
import { countSitePages } from '../limits/count-analysis.ts'
import { requireProjects } from '../projects/require-projects.ts'
import { findUnderWay, insertSiteReport, type NewSiteReport, type SiteReportRow } from './site-reports.sql.ts'

const starts = ['sitemap', 'links']
const maxPages = 10_000
/** Pages that may be requested of a site whose owner is not known. */
const maxPagesUnproven = 200

export type SiteSelection = { start: string[]; max_pages: number; include: string[]; exclude: string[] }
type RequestedSite = {
  account_id: string
  project_id: string
  project: string
  url: string
  selection: SiteSelection | null | undefined
  /** Whether the site serves the key file of the project. */
  is_owner: boolean
}

/** Throws fault `invalid`, naming the field, and `conflict` for more pages than are requested of an unproven site. */
export function readNewSiteReport(request: RequestedSite): Omit<NewSiteReport, 'privacy' | 'passwordHash'> {
  const { account_id, project_id, project, url, selection, is_owner } = request
  requireIds({ account_id, project_id })
  const normalised = normaliseUrl(url)
  if (!normalised.ok) throw invalidField('url', `cannot be used: ${normalised.reason}`)
  if (!belongsTo(normalised.host, project)) throw invalidField('url', `must be on ${project} or a subdomain of it`)
  if (selection == null) throw invalidField('selection', 'is required')
  const { start, max_pages, include, exclude } = selection
  if (start.length === 0 || !start.every((one) => starts.includes(one)))
    throw invalidField('start', `must be one or both of: ${starts.join(', ')}`)
  if (max_pages < 1 || max_pages > maxPages) throw invalidField('max_pages', `must be from 1 to ${maxPages}`)
  for (const [field, patterns] of Object.entries({ include, exclude }))
    if (!arePatterns(patterns)) throw invalidField(field, allowedPatterns)
  if (!is_owner && max_pages > maxPagesUnproven) {
    const text = `More than ${maxPagesUnproven} pages are requested only of a site that serves the key file of its project, with the key that Pagebell has generated.`
    throw fault('conflict', text, { code: 'ownership_not_proven', details: { limit: maxPagesUnproven } })
  }
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

/** Queues a crawl. Throws a fault if the project has one that has not ended, or if the plan does not allow it. */
export async function queueSiteReport(q: Queryable, report: NewSiteReport): Promise<SiteReportRow> {
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
  return inserted
}
