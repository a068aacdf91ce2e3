import { invalidField } from '@pagebell/faults/invalid-field'
import { decodeCursor, encodeCursor, refusedCursor } from '@pagebell/lists/cursor'
import { cutPage } from '@pagebell/lists/keyset'
import type { Queryable } from '@pagebell/postgres/database'
import type {
  ListSitePagesRequest__Output as ListPagesRequest,
  SitePageList,
} from '@pagebell/protos/report/v1/site_reports'
import { listSitePages, type PageSort, pageSorts, type SitePagesQuery } from './site-pages.sql.ts'
import { parseSiteReportId, toSitePage } from './site-report.ts'
import type { SiteKey } from './site-reports.sql.ts'

const maxPagesPerCall = 1_000
/** Of the pages in a reply: a message has 16 MB. */
const maxReplyBytes = 8_000_000

type RequestedPages = Omit<ListPagesRequest, 'account_id'>
type PagesQuery = { query: SitePagesQuery; shape: string }

/** A part of the pages of a report, which exists. */
export async function readSitePages(q: Queryable, key: SiteKey, { query, shape }: PagesQuery): Promise<SitePageList> {
  const { limit } = query
  const read = await listSitePages(q, key, { ...query, limit: limit + 1 })
  const { rows, last, more } = cutPage(read.pages, limit)
  const next_cursor =
    last !== undefined && (more || read.isCut) ? encodeCursor([last.key, last.number], shape) : undefined
  return { pages: rows.map(toSitePage), ...(next_cursor !== undefined && { next_cursor }) }
}

/** Throws fault `invalid` on the field. */
export function requireCheckId(field: string, value: string): void {
  if (!/^[a-z0-9_]{1,60}$/.test(value)) throw invalidField(field, 'must be the id of a check')
}

/** Throws fault `invalid`, naming the field. */
export function readPagesQuery({ id, issue, not_in, sort, per_page, cursor }: RequestedPages): PagesQuery {
  const sorted = pageSorts.find((one) => one === sort)
  if (sorted === undefined) throw invalidField('sort', `must be one of: ${pageSorts.join(', ')}`)
  if (per_page < 1 || per_page > maxPagesPerCall) throw invalidField('per_page', `must be from 1 to ${maxPagesPerCall}`)
  if (issue !== undefined) requireCheckId('issue', issue)
  if (not_in !== undefined && issue === undefined) throw invalidField('not_in', 'needs an issue')
  const notIn = not_in === undefined ? undefined : parseSiteReportId(not_in)
  const shape = JSON.stringify(['site pages', id.toLowerCase(), issue ?? null, sorted, ...(notIn ? [notIn] : [])])
  const after = cursor === undefined ? undefined : readPosition(cursor, shape, sorted)
  return { query: { issue, notIn, sort: sorted, after, limit: per_page, maxBytes: maxReplyBytes }, shape }
}

function readPosition(cursor: string, shape: string, sort: PageSort): SitePagesQuery['after'] {
  const [key, number, ...more] = decodeCursor(cursor, shape)
  const isKey = sort === 'url' ? typeof key === 'string' : isColumnInteger(key)
  if (!isKey || key == null || !isColumnInteger(number) || more.length > 0) throw refusedCursor()
  return { key, number }
}

/** A cursor can be forged: PostgreSQL refuses to compare these columns with a number of more than four bytes. */
const isColumnInteger = (value: unknown): value is number =>
  typeof value === 'number' && Number.isInteger(value) && Math.abs(value) < 2 ** 31
