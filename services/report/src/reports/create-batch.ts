import { randomUUIDv7 } from 'node:crypto'
import type { Fault } from '@pagebell/faults/fault'
import type { Queryable } from '@pagebell/postgres/database'
import type { PageResult, Refusal } from '@pagebell/protos/report/v1/report'
import { countAnalyses } from '../limits/count-analysis.ts'
import { requireProjects } from '../projects/require-projects.ts'
import type { NewPage } from './new-page.ts'
import { insertReports, insertRuns } from './report-batches.sql.ts'
import { lockNewestReportsOf, lockUrls, type ReusableReport } from './reuse-report.sql.ts'

export type Batch = {
  accountId: string
  /** In the order of the request; a page that the caller refused has no URL. */
  pages: ({ page: NewPage } | { refusal: Refusal })[]
  privacy: number
  passwordHash: string | undefined
  reuse: boolean
  traceparent: string | undefined
}

/**
 * Creates a report of each page, or with `reuse` another run of the report that its URL has: all that the plan allows.
 * Returns what has become of each page. Throws the first refusal if every page is refused.
 */
export async function createBatch(q: Queryable, batch: Batch): Promise<PageResult[]> {
  const { accountId, traceparent } = batch
  // A URL that occurs twice is rated once.
  const pages = [...new Map(batch.pages.flatMap((one) => ('page' in one ? [[one.page.url, one.page]] : []))).values()]
  await requireProjects(q, accountId, [...new Set(pages.map(({ projectId }) => projectId))])
  const existing = batch.reuse ? await lockExisting(q, accountId, pages) : new Map<string, ReusableReport>()

  // One analysis at a time: the one in progress reads the current page.
  const due = pages.filter(({ url }) => !isInProgress(existing.get(url)))
  const refusals = await countAnalyses(
    q,
    accountId,
    due.map(({ url }) => (existing.has(url) ? 'again' : 'new report')),
  )
  const refused = new Map(due.flatMap(({ url }, index) => (refusals[index] ? [[url, refusals[index]]] : [])))
  const [firstRefusal] = refused.values()
  // As with a single report: nothing is stored, and the same request may be sent again.
  if (firstRefusal !== undefined && refused.size === pages.length) throw firstRefusal

  const counted = due.filter(({ url }) => !refused.has(url)).map((page) => ({ ...page, runId: randomUUIDv7() }))
  const made = counted.filter(({ url }) => !existing.has(url)).map((page) => ({ ...page, id: randomUUIDv7() }))
  const again = counted.flatMap(({ url, host, runId }) => {
    const reportId = existing.get(url)?.id
    return reportId === undefined ? [] : [{ reportId, runId, host }]
  })
  if (made.length > 0) await insertReports(q, made, batch)
  if (again.length > 0) await insertRuns(q, again, { accountId, traceparent })

  // Later entries replace those of reports that the plan has no further analysis for.
  const results = new Map<string, PageResult>([
    ...Array.from(existing, ([url, { id }]): [string, PageResult] => [url, { report_id: id, reused: true }]),
    ...Array.from(refused, ([url, refusal]): [string, PageResult] => [url, { refusal: toRefusal(refusal) }]),
    ...made.map(({ url, id }): [string, PageResult] => [url, { report_id: id }]),
  ])
  return batch.pages.map((one) => ('refusal' in one ? one : (results.get(one.page.url) ?? {})))
}

/** The newest report of each page that has one, by URL. */
async function lockExisting(q: Queryable, accountId: string, pages: readonly NewPage[]) {
  await lockUrls(q, accountId)
  const reports = await lockNewestReportsOf(q, accountId, pages)
  return new Map(reports.map((report) => [report.url, report]))
}

const isInProgress = (report: ReusableReport | undefined): boolean =>
  report?.status === 'queued' || report?.status === 'running'

const toRefusal = ({ code, message, retryAfterSeconds }: Fault): Refusal => ({
  code,
  message,
  ...(retryAfterSeconds !== undefined && { retry_after_seconds: retryAfterSeconds }),
})
