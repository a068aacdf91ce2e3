import { isId, requireIds } from '@pagebell/faults/ids'
import { type CursorValue, decodeCursor, encodeCursor, refusedCursor } from '@pagebell/lists/cursor'
import { cutPage } from '@pagebell/lists/keyset'
import { checkPerPage, pageWindow } from '@pagebell/lists/page'
import { COUNT_LIMIT, cappedTotal, type Total, totalFromPage } from '@pagebell/lists/total'
import type { Database, Queryable } from '@pagebell/postgres/database'
import type { ListReportsRequest__Output as ListReportsRequest, ReportList } from '@pagebell/protos/report/v1/report'
import {
  countReports,
  isUnfiltered,
  type ListedReport,
  needsIndexes,
  positionOf,
  preferIndexes,
  type ReportFilter,
  type ReportOrder,
  type Result,
  type SortColumn,
  selectAllReports,
  selectReports,
  sortColumns,
  type Window,
} from './list-reports.sql.ts'
import { invalid, toReport } from './report.ts'

const sorts = ['id', 'generated_at', 'url', 'result', 'score'] as const
const directions = ['asc', 'desc'] as const
const results = ['good', 'decent', 'bad'] as const
const statuses = ['queued', 'running', 'done', 'failed'] as const

/** Reads of one account, possibly from a lagging replica. */
export type ListReads = Pick<Database, 'forAccount' | 'indexReads'>

type ListRequest = {
  filter: ReportFilter
  order: ReportOrder
  window: Window
  isCounted: boolean
}

/** The rows of a page plus one, and the total. */
type Found = { read: ListedReport[]; total: Total }

/** One page of an account's reports; the total is counted only where the page does not determine it. */
export async function listReports(reads: ListReads, request: ListReportsRequest): Promise<ReportList> {
  const list = readListRequest(request)
  const { filter, order, window, isCounted } = list
  const { read, total } = isUnfiltered(filter) && isCounted ? await findAll(reads, list) : await findSome(reads, list)
  const { rows, last, more } = cutPage(read, window.limit)
  return {
    reports: rows.map(toReport),
    ...total,
    ...(last !== undefined && more && { next_cursor: cursorAfter(last, filter, order) }),
  }
}

/** Reads page and count by one statement. */
async function findAll(reads: ListReads, { filter, order, window }: ListRequest): Promise<Found> {
  const { accountId } = filter
  const listed = await selectAllReports(reads.indexReads(accountId), { accountId, order, window }, COUNT_LIMIT)
  // An empty page has no row with the count.
  const counted = listed.counted ?? (await countReports(reads.forAccount(accountId), filter, COUNT_LIMIT))
  return { read: listed.rows, total: cappedTotal(counted) }
}

/** Leaves the plan to PostgreSQL. Few filters need `preferIndexes`, and a transaction for it. */
function findSome(reads: ListReads, list: ListRequest): Promise<Found> {
  const tenant = reads.forAccount(list.filter.accountId)
  if (!needsIndexes(list.filter)) return find(tenant, list)
  return tenant.transaction(async (q) => {
    await preferIndexes(q)
    return find(q, list)
  })
}

async function find(q: Queryable, { filter, order, window, isCounted }: ListRequest): Promise<Found> {
  const read = await selectReports(q, filter, order, window)
  if (!isCounted) return { read, total: cappedTotal(0) }
  const { rows, more } = cutPage(read, window.limit)
  const known = 'offset' in window ? totalFromPage(window.offset, rows.length, !more) : undefined
  return { read, total: known ?? cappedTotal(await countReports(q, filter, COUNT_LIMIT)) }
}

/** Validates a request for a list. Throws fault `invalid` on the field that is wrong. */
function readListRequest(request: ListReportsRequest): ListRequest {
  requireIds({ account_id: request.account_id })
  const filter: ReportFilter = {
    accountId: request.account_id,
    search: text('search', request.search, 2_048),
    url: text('url', request.url, 2_048),
    project: text('project', request.project, 253),
    result: request.result === undefined ? undefined : oneOf<Result>('result', request.result, results),
    status: request.status === undefined ? undefined : oneOf('status', request.status, statuses),
    minScore: score('min_score', request.min_score),
    maxScore: score('max_score', request.max_score),
  }
  const order: ReportOrder = {
    sortBy: oneOf('sort_by', request.sort_by, sorts),
    direction: oneOf('sort', request.sort, directions),
  }
  return { filter, order, window: readWindow(request, filter, order), isCounted: request.without_total !== true }
}

/** The position after a row, for the next page of the same list. */
export const cursorAfter = (row: ListedReport, filter: ReportFilter, order: ReportOrder): string =>
  encodeCursor(positionOf(row, order, filter), shapeOf(filter, order))

function readWindow(request: ListReportsRequest, filter: ReportFilter, order: ReportOrder): Window {
  if (request.cursor === undefined) return pageWindow(request.page ?? 1, request.per_page)
  if (request.page !== undefined) throw invalid('cursor', 'Use either page or cursor.')
  checkPerPage(request.per_page)
  const columns = sortColumns(order, filter)
  const values = decodeCursor(request.cursor, shapeOf(filter, order))
  if (values.length !== columns.length || !columns.every((column, index) => fits(column, values[index]))) {
    throw refusedCursor()
  }
  return { after: values, limit: request.per_page }
}

/** The sort and filters that a cursor is bound to. Every statement has the account, so the cursor does not need it. */
function shapeOf({ accountId: _, ...filters }: ReportFilter, { sortBy, direction }: ReportOrder): string {
  const { search, project, result, ...others } = filters
  const further = Object.entries(others).filter(([, value]) => value !== undefined)
  return JSON.stringify(['reports', sortBy, direction, search, project, result, ...further])
}

function fits(column: SortColumn, value: CursorValue | undefined): boolean {
  if (column === 'id') return isId(value)
  if (column === 'url') return typeof value === 'string'
  const [min, max] = column.startsWith('score') ? [-1, 101] : [0, 4]
  return typeof value === 'number' && Number.isInteger(value) && value >= min && value <= max
}

function oneOf<Value extends string>(field: string, text: string, allowed: readonly Value[]): Value {
  const found = allowed.find((value) => value === text)
  if (found === undefined) throw invalid(field, `Use one of ${allowed.join(', ')}.`)
  return found
}

function score(field: string, value: number | undefined): number | undefined {
  if (value !== undefined && (value < 0 || value > 100)) throw invalid(field, 'Use 0 to 100.')
  return value
}

/** Empty means no filter. */
function text(field: string, value: string | undefined, maxLength: number): string | undefined {
  if (value === undefined || value === '') return undefined
  if (value.length > maxLength) throw invalid(field, `Use at most ${maxLength} characters.`)
  if (value.includes('\0')) throw invalid(field, 'Use text without NUL characters.')
  return value
}
