import { maxCursorLength } from '@pagebell/lists/cursor'
import { type Static, type TSchema, Type } from '@pagebell/schema/type'
import { descriptionOf, refuse } from './answers.ts'
import { integerOrNull, named, oneOf, textOrNull } from './schemas.ts'

/** The last row that a page number reaches; a cursor continues from there, and is as fast. */
const lastRow = 10_000

export const paging = {
  per_page: oneOf([10, 25, 50, 100], { default: 10 }),
  page: Type.Optional(Type.Integer({ minimum: 1, description: `From 1; reaches at most row ${lastRow}.` })),
  cursor: Type.Optional(
    Type.String({ minLength: 1, maxLength: maxCursorLength, description: 'From meta.next_cursor; instead of page.' }),
  ),
}

const links = named(
  'ListLinks',
  Type.Object(
    { first: Type.String(), last: Type.String(), prev: textOrNull(), next: textOrNull() },
    { description: 'Addresses of other pages of the list, with the same filters.' },
  ),
)

const meta = named(
  'ListMeta',
  Type.Object(
    {
      current_page: integerOrNull({ description: 'null with a cursor, as are from and to.' }),
      from: integerOrNull(),
      to: integerOrNull(),
      per_page: Type.Integer(),
      last_page: Type.Integer(),
      total: Type.Integer({ description: `Exact up to ${lastRow}.` }),
      total_is_capped: Type.Boolean(),
      path: Type.String(),
      next_cursor: textOrNull(),
    },
    { description: 'The position of this page in the list.' },
  ),
)

export const list = <Item extends TSchema>(item: Item) =>
  Type.Object(
    { data: Type.Array(item), links, meta, status: Type.Literal(200) },
    { description: `One page of the list. ${descriptionOf(item)}` },
  )

const cursorLinks = named(
  'CursorLinks',
  Type.Object(
    { first: Type.String(), next: textOrNull({ description: 'null on the last page.' }) },
    { description: 'Addresses of other pages of the list, with the same filters.' },
  ),
)

const cursorMeta = named(
  'CursorMeta',
  Type.Object(
    { per_page: Type.Integer(), path: Type.String(), next_cursor: textOrNull() },
    { description: 'For the next page, send next_cursor as cursor.' },
  ),
)

/** A list that has cursors but no page numbers, newest first. */
export const cursorList = <Item extends TSchema>(item: Item) =>
  Type.Object(
    { data: Type.Array(item), links: cursorLinks, meta: cursorMeta, status: Type.Literal(200) },
    { description: `One page of the list, newest first. ${descriptionOf(item)}` },
  )

/** `links` and `meta` of a list that has cursors only. */
export function cursorEnvelope(path: string, requestUrl: string, per_page: number, nextCursor: string | undefined) {
  const next_cursor = nextCursor ?? null
  const next = next_cursor === null ? null : linkTo(path, requestUrl, { cursor: next_cursor })
  return { links: { first: linkTo(path, requestUrl, {}), next }, meta: { per_page, path, next_cursor } }
}

type Position = { per_page: number; page?: number; cursor?: string }
type ListResult = { total: number; total_is_capped: boolean; next_cursor?: string }

/** The page that a query selects, by number or by cursor. Throws fault `invalid` for both, and past row 10,000. */
export function pagePosition({ per_page, page, cursor }: Position): { page: number } | { cursor: string } {
  if (cursor !== undefined) {
    if (page !== undefined) refuse('cursor', 'cannot be combined with page')
    return { cursor }
  }
  if ((page ?? 1) * per_page > lastRow) {
    refuse('page', `exceeds row ${lastRow}; use cursor, from meta.next_cursor or links.next`)
  }
  return { page: page ?? 1 }
}

/** The address of another page of the list: the request's own parameters, with another position. */
function linkTo(path: string, requestUrl: string, position: { page?: number; cursor?: string }): string {
  const query = new URLSearchParams(requestUrl.split('?', 2)[1] ?? '')
  query.delete('page')
  query.delete('cursor')
  for (const [name, value] of Object.entries(position)) query.set(name, String(value))
  return query.size === 0 ? path : `${path}?${query.toString()}`
}

/** `links` and `meta` of a page that has `rows` rows. */
export function pageEnvelope(path: string, requestUrl: string, query: Position, rows: number, result: ListResult) {
  const { per_page } = query
  const link = (position: { page?: number; cursor?: string }) => linkTo(path, requestUrl, position)
  const current = query.cursor === undefined ? (query.page ?? 1) : null
  const lastPage = Math.max(1, Math.ceil(Math.min(result.total, lastRow) / per_page))
  const from = current === null || rows === 0 ? null : (current - 1) * per_page + 1

  return {
    links: {
      first: link({ page: 1 }),
      last: link({ page: lastPage }),
      prev: current === null || current === 1 ? null : link({ page: Math.min(current - 1, lastPage) }),
      next: next(),
    } satisfies Static<typeof links>,
    meta: {
      current_page: current,
      from,
      to: from === null ? null : from + rows - 1,
      per_page,
      last_page: lastPage,
      total: result.total,
      total_is_capped: result.total_is_capped,
      path,
      next_cursor: result.next_cursor ?? null,
    } satisfies Static<typeof meta>,
  }

  function next(): string | null {
    if (result.next_cursor === undefined) return null
    const byNumber = current !== null && (current + 1) * per_page <= lastRow
    return link(byNumber ? { page: current + 1 } : { cursor: result.next_cursor })
  }
}
