import { type CursorValue, decodeCursor, encodeCursor, refusedCursor } from '@pagebell/lists/cursor'
import { checkPerPage, pageWindow } from '@pagebell/lists/page'
import type { ListReportsRequest__Output as ListReportsRequest } from '@pagebell/protos/report/v1/ListReportsRequest'
import {
  type ListedReport,
  type ReportFilter,
  type ReportOrder,
  type Result,
  type SortColumn,
  sortColumns,
  type Window,
} from './queries/list-reports.ts'
import { checkAccountId, invalid } from './report-faults.ts'
import { isUuid } from './uuid.ts'

const sorts = ['id', 'generated_at', 'url', 'result', 'score'] as const
const directions = ['asc', 'desc'] as const
const results = ['good', 'decent', 'bad'] as const

export interface ListRequest {
  filter: ReportFilter
  order: ReportOrder
  window: Window
}

/** A list as it was asked for. Throws fault invalid on the field that is wrong. */
export function readListRequest(request: ListReportsRequest): ListRequest {
  checkAccountId(request.account_id)
  const filter: ReportFilter = {
    accountId: request.account_id,
    search: text('search', request.search, 2_048),
    project: text('project', request.project, 253),
    result: request.result === undefined ? undefined : oneOf<Result>('result', request.result, results),
  }
  const order: ReportOrder = {
    sortBy: oneOf('sort_by', request.sort_by, sorts),
    direction: oneOf('sort', request.sort, directions),
  }
  return { filter, order, window: readWindow(request, filter, order) }
}

/** The position after a row, for the next page of the same list. */
export function cursorAfter(row: ListedReport, filter: ReportFilter, order: ReportOrder): string {
  const values = sortColumns(order, filter).map((column) => row[column])
  return encodeCursor(values, shapeOf(filter, order))
}

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

/** Sort and filters: what a cursor is bound to. The account is in every statement and need not be in the cursor. */
function shapeOf({ search, project, result }: ReportFilter, { sortBy, direction }: ReportOrder): string {
  return JSON.stringify(['reports', sortBy, direction, search, project, result])
}

function fits(column: SortColumn, value: CursorValue | undefined): boolean {
  if (column === 'id') return typeof value === 'string' && isUuid(value)
  if (column === 'url') return typeof value === 'string'
  const [least, most] = column.startsWith('score') ? [-1, 101] : [0, 4]
  return typeof value === 'number' && Number.isInteger(value) && value >= least && value <= most
}

function oneOf<Value extends string>(field: string, given: string, allowed: readonly Value[]): Value {
  const found = allowed.find((value) => value === given)
  if (found === undefined) throw invalid(field, `Use one of ${allowed.join(', ')}.`)
  return found
}

/** Empty means no filter. */
function text(field: string, given: string | undefined, longest: number): string | undefined {
  if (given === undefined || given === '') return undefined
  if (given.length > longest) throw invalid(field, `Use at most ${longest} characters.`)
  if (given.includes('\0')) throw invalid(field, 'Use text without NUL characters.')
  return given
}
