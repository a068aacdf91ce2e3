import { type Fault, fault } from '@pagebell/faults/fault'
import type { PageResult__Output as PageResult, Refusal } from '@pagebell/protos/report/v1/report'
import { ensureProjects, retryIfProjectGone } from '@pagebell/rpc/ensure-projects'
import type { Clients } from '../clients.ts'
import { refuse } from '../http/answers.ts'
import { type Page, parsePage } from './create-report.ts'

/** Each project is locked while the reports are made. */
export const maxProjects = 100
/** A thousand reports are written in one transaction. */
const deadlineMs = 20_000
const maxNamed = 10

type NewReports = {
  account_id: string
  urls: readonly string[]
  privacy: number
  password?: string
  reuse?: boolean
  idempotency?: { key: string; request_sha256: Buffer }
}

/**
 * Creates or reuses a report of each URL, and the projects that are missing. The results are in the order of the URLs:
 * a URL that cannot be used, or that the plan has no room for, has a refusal. Throws a fault, and makes no report, if
 * every URL would have one.
 */
export async function createReportsInProjects(
  { projects, reports }: Clients,
  { urls, ...batch }: NewReports,
): Promise<PageResult[]> {
  const pages = urls.map(parsePage)
  const names = [...new Set(pages.flatMap((page) => ('project' in page ? [page.project] : [])))]
  if (names.length === 0) throw noUsablePage(pages)
  if (names.length > maxProjects) refuse('urls', `has URLs of ${names.length} sites; allowed are ${maxProjects}`)

  return retryIfProjectGone(async () => {
    const found = await ensureProjects(projects, batch.account_id, names)
    const newPages = pages.map((page) => {
      if (!('project' in page)) return { refusal: invalidUrl(page.reason) }
      const ensured = found.get(page.project)
      return typeof ensured === 'string' ? { ...page, project_id: ensured } : { refusal: ensured ?? null }
    })
    const { results } = await reports.createReports({ ...batch, pages: newPages }, { deadlineMs })
    return results
  })
}

const invalidUrl = (reason: string): Refusal => ({
  code: 'invalid',
  message: `url cannot be used: ${reason}.`,
  field: 'url',
})

/** Names the first ones, by their places in the request. */
function noUsablePage(pages: readonly (Page | { reason: string })[]): Fault {
  const reasons = pages.slice(0, maxNamed).flatMap((page, index) => ('reason' in page ? [[index, page.reason]] : []))
  const errors = Object.fromEntries(reasons.map(([index, reason]) => [`urls.${index}`, [String(reason)]]))
  return fault('invalid', 'None of the urls can be used.', { errors })
}
