import { Fault, fault } from '@pagebell/faults/fault'
import type { PageResult__Output as PageResult } from '@pagebell/protos/report/v1/report'
import {
  createReportsInProjects,
  type NewReports,
  type PageOfProject,
  projectsOf,
} from '@pagebell/rpc/shared-calls/create-in-projects'
import type { Clients } from '../clients/clients.ts'
import { readReportUrl } from './new-report-form.ts'

/** As in the API. */
export const maxUrls = 1_000
const maxProjects = 100

/**
 * Creates a report of each URL, or analyzes the one again that it has, and the projects that are missing. The results
 * are in the order of the URLs. Throws a fault, and makes no report, if no URL can be rated.
 */
export async function createReports(
  clients: Clients,
  { urls, ...batch }: NewReports & { urls: readonly string[] },
): Promise<PageResult[]> {
  if (urls.length === 0 || urls.length > maxUrls) throw invalidUrls(`must be 1 to ${maxUrls} addresses, one a line`)
  const pages = urls.map(readPage)
  const { length } = projectsOf(pages)
  if (length === 0) throw invalidUrls('has no address that can be used')
  if (length > maxProjects) throw invalidUrls(`has pages of ${length} sites; allowed are ${maxProjects}`)
  return createReportsInProjects(clients, { ...batch, reuse: true }, pages)
}

const invalidUrls = (text: string): Fault => fault('invalid', `The list ${text}.`, { errors: { urls: [text] } })

function readPage(text: string): PageOfProject {
  try {
    return readReportUrl(text)
  } catch (error) {
    if (!(error instanceof Fault) || error.kind !== 'invalid') throw error
    return { refusal: { code: 'invalid', message: error.message, field: 'url' } }
  }
}
