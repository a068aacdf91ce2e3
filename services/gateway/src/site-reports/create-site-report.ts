import { Fault, fault } from '@pagebell/faults/fault'
import type { SiteReport__Output as SiteReport } from '@pagebell/protos/report/v1/site_reports'
import { outsideDeadlineMs } from '@pagebell/rpc/connect-rpc'
import type { Clients } from '../clients.ts'
import { retryIfProjectGone } from '../reports/create-report.ts'

type NewSiteReport = {
  account_id: string
  project: string
  url: string
  selection: { start: string[]; max_pages: number; include: string[]; exclude: string[] }
  idempotency?: { key: string; request_sha256: Buffer }
}

/** Creates a site report, and first its project if there is none. */
export async function createSiteReportInProject(clients: Clients, report: NewSiteReport): Promise<SiteReport> {
  const { account_id, project, url } = report
  return retryIfProjectGone(async () => {
    const { project_id } = await clients.projects.ensureProject({ account_id, project })
    const wanted = { ...report, project_id, idempotency: report.idempotency }
    return withOwnership(clients, { account_id, project_id, url }, (is_owner) =>
      clients.siteReports.createSiteReport({ ...wanted, is_owner }),
    )
  })
}

/**
 * Makes a call that may ask for many pages of a site. For as many, the site has to serve the key file of the project, as
 * engines demand of those who submit its pages.
 */
export async function withOwnership<Reply>(
  clients: Clients,
  { account_id, project_id, url }: { account_id: string; project_id: string; url: string | undefined },
  call: (isOwner: boolean) => Promise<Reply>,
): Promise<Reply> {
  try {
    return await call(false)
  } catch (error) {
    if (!(error instanceof Fault) || error.code !== 'ownership_not_proven' || url === undefined) throw error
    await requireKeyFile(clients, { account_id, project_id, url: new URL(url) }, error)
    return call(true)
  }
}

/** Throws the refusal with what is wrong with the key file of the host. */
async function requireKeyFile(
  { channelStatus }: Clients,
  { url, ...place }: { account_id: string; project_id: string; url: URL },
  refusal: Fault,
): Promise<void> {
  const asked = { ...place, host: url.host, scheme: url.protocol.slice(0, -1) }
  const { problem } = await channelStatus.checkKeyFile(asked, { deadlineMs: outsideDeadlineMs })
  if (problem === undefined) return
  const { message, code, details } = refusal
  throw fault('conflict', `${message} ${problem}`, { code, details })
}
