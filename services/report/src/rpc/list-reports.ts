import { cutPage } from '@pagebell/lists/keyset'
import { COUNT_LIMIT, cappedTotal, type Total, totalFromPage } from '@pagebell/lists/total'
import type { Queryable, Transactions } from '@pagebell/postgres/database'
import type { Reads } from '@pagebell/postgres/reads-that-may-lag'
import type { Reports } from '@pagebell/rpc/contracts'
import type { Handler } from '@pagebell/rpc/serve-rpc'
import { cursorAfter, type ListRequest, readListRequest } from '../list-request.ts'
import {
  countReports,
  isOfEverything,
  type ListedReport,
  listReports as listStatement,
  type ReportFilter,
  type WalkedReport,
  walkReports,
} from '../queries/list-reports.ts'
import { planByIndex } from '../queries/plan-by-index.ts'
import { toReport } from '../to-report.ts'

export function listReports({ db }: { db: Reads }): Handler<typeof Reports, 'listReports'> {
  return async (request) => {
    const list = readListRequest(request)
    const { filter, order, window } = list
    const { read, total } = await (isOfEverything(filter) ? walk(db, list) : choose(db, list))
    const { rows, last, more } = cutPage(read, window.limit)
    return {
      reports: rows.map(toReport),
      ...total,
      ...(last !== undefined && more && { next_cursor: cursorAfter(last, filter, order) }),
    }
  }
}

/** The rows of a page and the one after it, and how many there are in all. */
type Found = { read: ListedReport[]; total: Total }

/** A list of everything: page and count come by one statement, planned beforehand. */
async function walk(db: Reads, { filter, order, window }: ListRequest): Promise<Found> {
  const q = db.walking(filter.accountId)
  const { rows: read } = await q.query<WalkedReport>(walkReports(order, filter.accountId, window, COUNT_LIMIT))
  const [first] = read
  if (first !== undefined) return { read, total: cappedTotal(first.counted) }
  return { read, total: await totalOf(q, { filter, window }, read) }
}

/** A list of a part, whose plan PostgreSQL chooses by what is asked for: a page, and its count if the page does not tell. */
function choose(db: Reads, { filter, order, window }: ListRequest): Promise<Found> {
  return reading(db.of(filter.accountId), filter, async (q) => {
    const { rows: read } = await q.query<ListedReport>(listStatement(filter, order, window))
    return { read, total: await totalOf(q, { filter, window }, read) }
  })
}

/** Without a search an index fits so well that PostgreSQL needs no telling, and no transaction to be told in. */
function reading<T>(db: Transactions, { search }: ReportFilter, read: (q: Queryable) => Promise<T>): Promise<T> {
  if (search === undefined) return read(db)
  return db.transaction(async (q) => {
    await q.query(planByIndex())
    return read(q)
  })
}

type Listed = Pick<ListRequest, 'filter' | 'window'>

async function totalOf(q: Queryable, { filter, window }: Listed, read: readonly ListedReport[]): Promise<Total> {
  const { rows, more } = cutPage(read, window.limit)
  const known = 'offset' in window ? totalFromPage(window.offset, rows.length, !more) : undefined
  if (known !== undefined) return known
  const counted = await q.query<{ counted: number }>(countReports(filter, COUNT_LIMIT))
  return cappedTotal(counted.rows[0]?.counted ?? 0)
}
