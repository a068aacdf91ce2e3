import { Fault, fault } from '@pagebell/faults/fault'
import type { NewPage, PageResult__Output as PageResult, Refusal } from '@pagebell/protos/report/v1/report'
import { ensureProjects, retryIfProjectGone } from '@pagebell/rpc/ensure-projects'
import type { Clients } from '../clients/clients.ts'
import { readReportUrl } from './new-report-form.ts'

/** As in the API. */
export const maxUrls = 1_000
const maxProjects = 100
/** A thousand reports are written in one transaction. */
const deadlineMs = 20_000

type NewReports = {
  account_id: string
  urls: readonly string[]
  privacy: number
  password?: string
  idempotency: { key: string; request_sha256: Buffer }
}

/**
 * Creates a report of each URL, or analyzes the one again that it has, and the projects that are missing. The results
 * are in the order of the URLs. Throws a fault, and makes no report, if no URL can be rated.
 */
export async function createReports({ projects, reports }: Clients, { urls, ...batch }: NewReports) {
  if (urls.length === 0 || urls.length > maxUrls) throw invalidUrls(`must be 1 to ${maxUrls} addresses, one a line`)
  const pages = urls.map(readPage)
  const names = [...new Set(pages.flatMap((page) => ('project' in page ? [page.project] : [])))]
  if (names.length === 0) throw invalidUrls('has no address that can be used')
  if (names.length > maxProjects) throw invalidUrls(`has pages of ${names.length} sites; allowed are ${maxProjects}`)

  return retryIfProjectGone(async (): Promise<PageResult[]> => {
    const found = await ensureProjects(projects, batch.account_id, names)
    const newPages = pages.map((page): NewPage => {
      if ('refusal' in page) return page
      const ensured = found.get(page.project)
      return typeof ensured === 'string' ? { ...page, project_id: ensured } : { refusal: ensured ?? null }
    })
    return (await reports.createReports({ ...batch, reuse: true, pages: newPages }, { deadlineMs })).results
  })
}

const invalidUrls = (text: string): Fault => fault('invalid', `The list ${text}.`, { errors: { urls: [text] } })

function readPage(text: string): { url: string; project: string } | { refusal: Refusal } {
  try {
    return readReportUrl(text)
  } catch (error) {
    if (!(error instanceof Fault) || error.kind !== 'invalid') throw error
    return { refusal: { code: 'invalid', message: error.message, field: 'url' } }
  }
}
