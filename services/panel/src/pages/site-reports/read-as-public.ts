import { fault } from '@pagebell/faults/fault'
import type { SiteReport__Output as SiteReport } from '@pagebell/protos/report/v1/site_reports'
import type { Clients } from '../../clients/clients.ts'

type Asked = { account_id: string; id: string; check?: string; is_brief?: true; is_excerpt?: true }

/** What the report service has cut: it tells of no other report, nor of paths that were left out. */
export type PublicSiteReport = SiteReport & { as_public: true }

/**
 * A site report of the account as anybody else would get it, to show what is public or to be handed on. Throws fault
 * `unavailable` if the report service is of a version that does not leave out what tells of other reports.
 */
export async function readAsPublic(
  { siteReports }: Pick<Clients, 'siteReports'>,
  asked: Asked,
): Promise<PublicSiteReport> {
  const { as_public, ...report } = await siteReports.getSiteReport({ ...asked, as_public: true })
  if (as_public !== true) throw fault('unavailable', 'Pagebell is being upgraded. Try again in some minutes.')
  return { ...report, as_public }
}
