import { fault } from '@pagebell/faults/fault'
import { type Static, type TSchema, Type } from '@pagebell/schema/type'
import { descriptionOf } from './answers.ts'
import { integerOrNull, oneOf, textOrNull } from './json-types.ts'
import { named } from './openapi/named-schema.ts'

/** Pages reach this row; a cursor goes on from there as fast as before. */
const lastRow = 10_000

export const paging = {
  per_page: oneOf([10, 25, 50, 100], { default: 10 }),
  page: Type.Optional(Type.Integer({ minimum: 1, description: `From 1; reaches at most row ${lastRow}.` })),
  cursor: Type.Optional(
    Type.String({ minLength: 1, maxLength: 2_000, description: 'From meta.next_cursor; instead of page.' }),
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
    { description: 'Where in the list this page is.' },
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
    { description: 'How to read on: send next_cursor as cursor.' },
  ),
)

/** A list that is read by cursor alone, newest first. */
export const cursorList = <Item extends TSchema>(item: Item) =>
  Type.Object(
    { data: Type.Array(item), links: cursorLinks, meta: cursorMeta, status: Type.Literal(200) },
    { description: `One page of the list, newest first. ${descriptionOf(item)}` },
  )

/** links and meta of such a list. */
export function cursorFacts(path: string, requestUrl: string, per_page: number, nextCursor: string | undefined) {
  const next_cursor = nextCursor ?? null
  const next = next_cursor === null ? null : linkTo(path, requestUrl, { cursor: next_cursor })
  return { links: { first: linkTo(path, requestUrl, {}), next }, meta: { per_page, path, next_cursor } }
}

type Wanted = { per_page: number; page?: number; cursor?: string }
type Found = { total: number; total_is_capped: boolean; next_cursor?: string }

/** Which page is asked for, by number or by cursor. */
export function place({ per_page, page, cursor }: Wanted): { page: number } | { cursor: string } {
  if (cursor !== undefined) {
    if (page !== undefined) refuse('cursor', 'cannot be combined with page')
    return { cursor }
  }
  if ((page ?? 1) * per_page > lastRow) {
    refuse('page', `reaches past row ${lastRow}; go on with cursor, from meta.next_cursor or links.next`)
  }
  return { page: page ?? 1 }
}

function refuse(field: string, text: string): never {
  throw fault('invalid', `${field} ${text}.`, { errors: { [field]: [text] } })
}

/** The address of a list with the request's own parameters, other than those that say where in it one is. */
export function linkTo(
  path: string,
  requestUrl: string,
  where: { page: number } | { cursor: string } | object,
): string {
  const query = new URLSearchParams(requestUrl.split('?', 2)[1] ?? '')
  query.delete('page')
  query.delete('cursor')
  for (const [name, value] of Object.entries(where)) query.set(name, String(value))
  return query.size === 0 ? path : `${path}?${query.toString()}`
}

/** links and meta of a page that has `shown` rows. */
export function pageFacts(path: string, requestUrl: string, wanted: Wanted, shown: number, found: Found) {
  const { per_page } = wanted
  const link = (where: object) => linkTo(path, requestUrl, where)
  const current = wanted.cursor === undefined ? (wanted.page ?? 1) : null
  const lastPage = Math.max(1, Math.ceil(Math.min(found.total, lastRow) / per_page))
  const from = current === null || shown === 0 ? null : (current - 1) * per_page + 1

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
      to: from === null ? null : from + shown - 1,
      per_page,
      last_page: lastPage,
      total: found.total,
      total_is_capped: found.total_is_capped,
      path,
      next_cursor: found.next_cursor ?? null,
    } satisfies Static<typeof meta>,
  }

  function next(): string | null {
    if (found.next_cursor === undefined) return null
    const byNumber = current !== null && (current + 1) * per_page <= lastRow
    return link(byNumber ? { page: current + 1 } : { cursor: found.next_cursor })
  }
}
