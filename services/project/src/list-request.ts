import { fault } from '@pagebell/faults/fault'
import { decodeCursor, encodeCursor, refusedCursor } from '@pagebell/lists/cursor'
import type { Direction } from '@pagebell/lists/keyset'
import { escapeLike } from '@pagebell/lists/like'
import { checkPerPage, pageWindow } from '@pagebell/lists/page'
import { isUuid } from './is-uuid.ts'
import type { ProjectRow } from './queries/get-project.ts'
import { type ProjectListQuery, type SortBy, sortColumns } from './queries/list-projects.ts'

type ListRequest = {
  account_id: string
  search?: string | undefined
  sort_by: string
  sort: string
  per_page: number
  page?: number | undefined
  cursor?: string | undefined
}

/** A list request, checked. Throws fault invalid on the field that is wrong, naming what is allowed. */
export type CheckedList = ProjectListQuery & { shape: string }

export function readListRequest(request: ListRequest): CheckedList {
  const sortBy = oneOf('sort_by', request.sort_by, Object.keys(sortColumns) as SortBy[])
  const direction = oneOf<Direction>('sort', request.sort, ['asc', 'desc'])
  checkPerPage(request.per_page)
  const search = request.search ?? ''
  const shape = JSON.stringify(['projects', sortBy, direction, search])
  const list = { accountId: request.account_id, pattern: patternOf(search), sortBy, direction, limit: request.per_page }
  return { ...list, shape, start: readStart(request, sortBy, shape) }
}

/** Where the next page begins. */
export function nextCursor({ sortBy, shape }: CheckedList, last: ProjectRow): string {
  return encodeCursor(
    sortColumns[sortBy].map((column) => last[column]),
    shape,
  )
}

function readStart({ page, cursor, per_page }: ListRequest, sortBy: SortBy, shape: string): ProjectListQuery['start'] {
  if (cursor === undefined) return { offset: pageWindow(page ?? 1, per_page).offset }
  if (page !== undefined) {
    throw fault('invalid', 'Two places to begin.', { errors: { cursor: ['Use either page or cursor.'] } })
  }
  const after = decodeCursor(cursor, shape).map(String)
  if (!isPosition(after, sortBy)) throw refusedCursor()
  return { after }
}

/** A cursor can be forged; what PostgreSQL would choke on is refused like any other wrong one. */
function isPosition(after: readonly string[], sortBy: SortBy): boolean {
  if (after.length !== sortColumns[sortBy].length) return false
  return sortBy === 'project' || (isTime(after[0] ?? '') && isUuid(after[1] ?? ''))
}

function isTime(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/.test(text) && !Number.isNaN(Date.parse(text))
}

/** Names are lower case. No name holds U+0000 nor U+0001, and only the first is more than PostgreSQL can be asked about. */
function patternOf(search: string): string | undefined {
  return search === '' ? undefined : `%${escapeLike(search.toLowerCase()).replaceAll('\0', '\u0001')}%`
}

function oneOf<Value extends string>(field: string, given: string, allowed: readonly Value[]): Value {
  const found = allowed.find((value) => value === given)
  if (found !== undefined) return found
  throw fault('invalid', 'The list cannot be had this way.', {
    errors: { [field]: [`Use one of ${allowed.join(', ')}.`] },
  })
}
