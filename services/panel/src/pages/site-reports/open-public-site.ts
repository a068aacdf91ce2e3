import type {
  SitePageList__Output as SitePageList,
  SiteReport__Output as SiteReport,
} from '@pagebell/protos/report/v1/site_reports'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { undefinedIfNotFound } from '../../clients/fallbacks.ts'
import { frameOf, sendPage } from '../../html/frame.ts'
import type { PanelTools } from '../../route.ts'
import { sessionOf } from '../../session/request-session.ts'
import { lockedReportPage, undefinedIfLocked, unlockOf } from '../password-gate.ts'
import { readAsPublic } from './read-as-public.ts'
import { publicPath } from './site-paths.ts'

type PagesQuery = { issue?: string; sort: string; per_page: number; cursor?: string }

export type OpenedSite = {
  report: SiteReport
  isOwner: boolean
  listPages(asked: PagesQuery): Promise<SitePageList>
}

/** The report with this issue alone, or in brief with all. */
type Asked = { id: string; check?: string }

/**
 * A site report for any visitor: the owner sees what others see. To everybody but the owner a private one does not
 * exist. Undefined for a report that needs a password.
 */
export async function openPublicSite(
  request: FastifyRequest,
  tools: PanelTools,
  { id, check }: Asked,
): Promise<OpenedSite | undefined> {
  const { siteReports, publicSiteReports } = tools.clients
  const part = check === undefined ? { is_brief: true as const } : { check }
  const account_id = sessionOf(request)?.accountId
  if (account_id !== undefined) {
    const report = await undefinedIfNotFound(readAsPublic(tools.clients, { account_id, id, ...part }))
    if (report !== undefined) {
      const listPages = (asked: PagesQuery) => siteReports.listSitePages({ ...asked, account_id, id })
      return { report, isOwner: true, listPages }
    }
  }
  const visit = { id, ...unlockOf(tools, { request, id }) }
  const report = await undefinedIfLocked(publicSiteReports.getPublicSiteReport({ ...visit, ...part }))
  if (report === undefined) return undefined
  const listPages = (asked: PagesQuery) => publicSiteReports.listPublicSitePages({ ...asked, ...visit })
  return { report, isOwner: false, listPages }
}

/** Answers with the form for the password. */
export const sendLocked = (request: FastifyRequest, reply: FastifyReply, tools: PanelTools, id: string): FastifyReply =>
  sendPage(reply, lockedReportPage(frameOf(request, reply, tools), publicPath({ id })))
