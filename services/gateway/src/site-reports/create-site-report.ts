import type { SiteReport__Output as SiteReport } from '@pagebell/protos/report/v1/site_reports'
import { retryIfProjectGone } from '@pagebell/rpc/ensure-projects'
import { withOwnership } from '@pagebell/rpc/with-ownership'
import type { Clients } from '../clients.ts'

type NewSiteReport = {
  account_id: string
  project: string
  url: string
  selection: { start: string[]; max_pages: number; include: string[]; exclude: string[] }
  privacy: number
  password?: string
  idempotency?: { key: string; request_sha256: Buffer }
}

/** Creates a site report, and first its project if there is none. */
export async function createSiteReportInProject(clients: Clients, report: NewSiteReport): Promise<SiteReport> {
  const { account_id, project, url } = report
  return retryIfProjectGone(async () => {
    const { project_id } = await clients.projects.ensureProject({ account_id, project })
    const wanted = { ...report, project_id, idempotency: report.idempotency }
    return withOwnership(clients.channelStatus, { account_id, project_id, url }, (is_owner) =>
      clients.siteReports.createSiteReport({ ...wanted, is_owner }),
    )
  })
}
