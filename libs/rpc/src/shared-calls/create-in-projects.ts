import type { NewPage, PageResult__Output as PageResult, Refusal } from '@pagebell/protos/report/v1/report'
import type { SiteReport__Output as SiteReport } from '@pagebell/protos/report/v1/site_reports'
import type { RpcClient } from '../connect-rpc.ts'
import type { ChannelCare, Projects, Reports, SiteReports } from '../contracts.ts'
import { ensureProjects, retryIfProjectGone } from './ensure-projects.ts'
import { withOwnership } from './with-ownership.ts'

/** A thousand reports are written in one transaction. */
const batchDeadlineMs = 20_000

type Idempotency = { key: string; request_sha256: Buffer }
type ProjectClients = { projects: Pick<RpcClient<typeof Projects>, 'ensureProject'> }
type ReportClients = ProjectClients & { reports: Pick<RpcClient<typeof Reports>, 'createReports'> }
type SiteReportClients = ProjectClients & {
  siteReports: Pick<RpcClient<typeof SiteReports>, 'createSiteReport'>
  channelCare: Pick<RpcClient<typeof ChannelCare>, 'checkKeyFile'>
}

export type NewReports = {
  account_id: string
  privacy: number
  password?: string
  reuse?: boolean
  idempotency?: Idempotency
}

/** A page by its normalised URL and the project of its host, or why it cannot be rated. */
export type PageOfProject = { url: string; project: string } | { refusal: Refusal }

/**
 * Creates or reuses a report of each page, and the projects that are missing. The results are in the order of the pages:
 * one without a place in the plan has a refusal too. Throws a fault, and makes no report, if no project has a place.
 */
export async function createReportsInProjects(
  { projects, reports }: ReportClients,
  batch: NewReports,
  pages: readonly PageOfProject[],
): Promise<PageResult[]> {
  const names = projectsOf(pages)
  return retryIfProjectGone(async () => {
    const found = await ensureProjects(projects, batch.account_id, names)
    const newPages = pages.map((page): NewPage => {
      if ('refusal' in page) return page
      const ensured = found.get(page.project)
      return typeof ensured === 'string' ? { ...page, project_id: ensured } : { refusal: ensured ?? null }
    })
    const { results } = await reports.createReports({ ...batch, pages: newPages }, { deadlineMs: batchDeadlineMs })
    return results
  })
}

/** The projects of pages, each once. */
export function projectsOf(pages: readonly PageOfProject[]): string[] {
  return [...new Set(pages.flatMap((page) => ('project' in page ? [page.project] : [])))]
}

export type NewSiteReport = {
  account_id: string
  project: string
  url: string
  selection: { start: string[]; max_pages: number; include: string[]; exclude: string[] }
  privacy: number
  password?: string
  idempotency?: Idempotency
}

/** Queues a site report, and first creates its project if there is none. A large one takes proof of ownership. */
export async function createSiteReportInProject(
  { projects, siteReports, channelCare }: SiteReportClients,
  report: NewSiteReport,
): Promise<SiteReport> {
  const { account_id, project, url } = report
  return retryIfProjectGone(async () => {
    const { project_id } = await projects.ensureProject({ account_id, project })
    return withOwnership(channelCare, { account_id, project_id, url }, (is_owner) =>
      siteReports.createSiteReport({ ...report, project_id, is_owner }),
    )
  })
}
