import { Fault, fault } from '@pagebell/faults/fault'
import type { SiteReport__Output as SiteReport } from '@pagebell/protos/report/v1/site_reports'
import { outsideDeadlineMs } from '@pagebell/rpc/connect-rpc'
import type { Clients } from '../../clients/clients.ts'
import { retryIfProjectGone } from '../../clients/fallbacks.ts'

type NewSiteReport = {
  account_id: string
  project: string
  url: string
  selection: { start: string[]; max_pages: number; include: string[]; exclude: string[] }
}

/**
 * Queues a site report, and first adds its project if there is none. For a large one, the site has to serve the key
 * file of the project, as in the API.
 */
export async function createSiteReport(clients: Clients, report: NewSiteReport): Promise<SiteReport> {
  const { account_id, project } = report
  return retryIfProjectGone(async () => {
    const { project_id } = await clients.projects.ensureProject({ account_id, project })
    const wanted = { ...report, project_id }
    try {
      return await clients.siteReports.createSiteReport({ ...wanted, is_owner: false })
    } catch (error) {
      if (!(error instanceof Fault) || error.code !== 'ownership_not_proven') throw error
      await requireKeyFile(clients, { account_id, project_id, url: report.url }, error)
      return clients.siteReports.createSiteReport({ ...wanted, is_owner: true })
    }
  })
}

/** Throws the refusal with what is wrong with the key file of the host. */
async function requireKeyFile(
  { channelCare }: Pick<Clients, 'channelCare'>,
  { url, ...place }: { account_id: string; project_id: string; url: string },
  refusal: Fault,
): Promise<void> {
  const { host, protocol } = new URL(url)
  const asked = { ...place, host, scheme: protocol.slice(0, -1) }
  const { problem } = await channelCare.checkKeyFile(asked, { deadlineMs: outsideDeadlineMs })
  if (problem === undefined) return
  const { message, code, details } = refusal
  throw fault('conflict', `${message} ${problem}`, { code, details })
}
