import type { SiteReport__Output as SiteReport } from '@pagebell/protos/report/v1/site_reports'
import { retryIfProjectGone } from '@pagebell/rpc/ensure-projects'
import { withOwnership } from '@pagebell/rpc/with-ownership'
import type { Clients } from '../../clients/clients.ts'

type NewSiteReport = {
  account_id: string
  project: string
  url: string
  selection: { start: string[]; max_pages: number; include: string[]; exclude: string[] }
  privacy: number
  password?: string
}

/** Queues a site report, and first adds its project if there is none. A large one takes proof of ownership. */
export async function createSiteReport(clients: Clients, report: NewSiteReport): Promise<SiteReport> {
  const { account_id, project } = report
  return retryIfProjectGone(async () => {
    const { project_id } = await clients.projects.ensureProject({ account_id, project })
    const site = { account_id, project_id, url: report.url }
    return withOwnership(clients.channelCare, site, (is_owner) =>
      clients.siteReports.createSiteReport({ ...report, project_id, is_owner }),
    )
  })
}
