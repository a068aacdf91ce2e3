import { type Fault, fault } from '@pagebell/faults/fault'
import type { PageResult__Output as PageResult, Refusal } from '@pagebell/protos/report/v1/report'
import { createReportsInProjects, type NewReports, projectsOf } from '@pagebell/rpc/shared-calls/create-in-projects'
import type { Clients } from '../clients.ts'
import { refuse } from '../http/answers.ts'
import { parsePage } from './create-report.ts'

/** Each project is locked while the reports are made. */
export const maxProjects = 100
const maxNamed = 10

/**
 * Creates or reuses a report of each URL, and the projects that are missing. The results are in the order of the URLs:
 * a URL that cannot be used, or that the plan has no room for, has a refusal. Throws a fault, and makes no report, if
 * every URL would have one.
 */
export async function createReportsOfUrls(
  clients: Clients,
  { urls, ...batch }: NewReports & { urls: readonly string[] },
): Promise<PageResult[]> {
  const parsed = urls.map(parsePage)
  const pages = parsed.map((page) => ('project' in page ? page : { refusal: invalidUrl(page.reason) }))
  const { length } = projectsOf(pages)
  if (length === 0) throw noUsablePage(parsed.flatMap((page) => ('reason' in page ? [page.reason] : [])))
  if (length > maxProjects) refuse('urls', `has URLs of ${length} sites; allowed are ${maxProjects}`)
  return createReportsInProjects(clients, batch, pages)
}

const invalidUrl = (reason: string): Refusal => ({
  code: 'invalid',
  message: `url cannot be used: ${reason}.`,
  field: 'url',
})

/** Names the first ones, by their places in the request. */
function noUsablePage(reasons: readonly string[]): Fault {
  const errors = Object.fromEntries(reasons.slice(0, maxNamed).map((reason, index) => [`urls.${index}`, [reason]]))
  return fault('invalid', 'None of the urls can be used.', { errors })
}
