import { fault } from '@pagebell/faults/fault'
import type { Report__Output as Report } from '@pagebell/protos/report/v1/report'
import { retryIfProjectGone } from '@pagebell/rpc/shared-calls/ensure-projects'
import { normaliseUrl } from '@pagebell/urls/normalise-url'
import { projectName } from '@pagebell/urls/project-name'
import type { Clients } from '../clients.ts'

/** A page that can be rated: its normalised URL, and the project of its host. */
export type Page = { url: string; project: string }
type NewReport = Page & {
  account_id: string
  privacy: number
  password?: string
  reuse?: boolean
  idempotency?: { key: string; request_sha256: Buffer }
}

/** Creates or reuses a report, and first creates its project if there is none. */
export async function createReportInProject({ projects, reports }: Clients, report: NewReport): Promise<Report> {
  const { account_id, project } = report
  return retryIfProjectGone(async () => {
    const { project_id } = await projects.ensureProject({ account_id, project })
    return reports.createReport({ ...report, project_id })
  })
}

/** Throws fault `invalid` on `url`. */
export function readPage(url: string): Page {
  const page = parsePage(url)
  if ('url' in page) return page
  throw fault('invalid', `url cannot be used: ${page.reason}.`, { errors: { url: [page.reason] } })
}

/** The page, or why its URL cannot be used. */
export function parsePage(url: string): Page | { reason: string } {
  const normalised = normaliseUrl(url)
  if (!normalised.ok) return normalised
  const project = projectName(normalised.host)
  return project === undefined ? { reason: 'its host cannot name a project' } : { url: normalised.url, project }
}
