import { fault } from '@pagebell/faults/fault'
import { isId } from '@pagebell/faults/ids'
import { decodeCursor, encodeCursor, refusedCursor } from '@pagebell/lists/cursor'
import type { Direction } from '@pagebell/lists/keyset'
import { escapeLike } from '@pagebell/lists/like'
import { checkPerPage, pageWindow } from '@pagebell/lists/page'
import { isIsoTimestamp } from '@pagebell/lists/timestamp'
import { type ProjectListQuery, type SortBy, sortColumns } from './project-list.sql.ts'
import type { ProjectRow } from './projects.sql.ts'

type ListRequest = {
  account_id: string
  search?: string | undefined
  sort_by: string
  sort: string
  per_page: number
  page?: number | undefined
  cursor?: string | undefined
}

/** A query, with the shape of its list: a cursor of another shape is refused. */
export type CheckedList = ProjectListQuery & { shape: string }

/** Throws fault `invalid` on the field that is wrong, naming what is allowed. */
export function readListRequest(request: ListRequest): CheckedList {
  const sortBy = oneOf('sort_by', request.sort_by, Object.keys(sortColumns) as SortBy[])
  const direction = oneOf<Direction>('sort', request.sort, ['asc', 'desc'])
  checkPerPage(request.per_page)
  const search = request.search ?? ''
  const shape = JSON.stringify(['projects', sortBy, direction, search])
  const list = { accountId: request.account_id, pattern: patternOf(search), sortBy, direction, limit: request.per_page }
  return { ...list, shape, start: readStart(request, sortBy, shape) }
}

/** The cursor of the page after this row. */
export function nextCursor({ sortBy, shape }: CheckedList, last: ProjectRow): string {
  return encodeCursor(
    sortColumns[sortBy].map((column) => last[column]),
    shape,
  )
}

function readStart({ page, cursor, per_page }: ListRequest, sortBy: SortBy, shape: string): ProjectListQuery['start'] {
  if (cursor === undefined) return { offset: pageWindow(page ?? 1, per_page).offset }
  if (page !== undefined) {
    throw fault('invalid', 'Use either page or cursor, not both.', {
      errors: { cursor: ['Use either page or cursor.'] },
    })
  }
  const after = decodeCursor(cursor, shape).map(String)
  if (!isPosition(after, sortBy)) throw refusedCursor()
  return { after }
}

/** A cursor can be forged: values that PostgreSQL cannot read are refused like any other wrong cursor. */
function isPosition(after: readonly string[], sortBy: SortBy): boolean {
  if (after.length !== sortColumns[sortBy].length) return false
  return sortBy === 'project' || (isIsoTimestamp(after[0]) && isId(after[1]))
}

/** Names are lower case. No name holds U+0000 or U+0001; PostgreSQL refuses U+0000, so that U+0001 stands for it. */
function patternOf(search: string): string | undefined {
  return search === '' ? undefined : `%${escapeLike(search.toLowerCase()).replaceAll('\0', '\u0001')}%`
}

function oneOf<Value extends string>(field: string, requested: string, allowed: readonly Value[]): Value {
  const found = allowed.find((value) => value === requested)
  if (found !== undefined) return found
  const names = allowed.join(', ')
  throw fault('invalid', `${field} must be one of ${names}.`, { errors: { [field]: [`Use one of ${names}.`] } })
}
