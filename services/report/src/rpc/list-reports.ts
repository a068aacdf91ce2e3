import { cutPage } from '@pagebell/lists/keyset'
import { COUNT_LIMIT, cappedTotal, type Total, totalFromPage } from '@pagebell/lists/total'
import type { Database, Queryable, Transactions } from '@pagebell/postgres/database'
import type { Reports } from '@pagebell/rpc/contracts'
import type { Handler } from '@pagebell/rpc/serve-rpc'
import { cursorAfter, type ListRequest, readListRequest } from '../list-request.ts'
import {
  countReports,
  type ListedReport,
  listReports as listStatement,
  type ReportFilter,
} from '../queries/list-reports.ts'
import { planByIndex } from '../queries/plan-by-index.ts'
import { toReport } from '../to-report.ts'

export function listReports({ db }: { db: Pick<Database, 'of'> }): Handler<typeof Reports, 'listReports'> {
  return async (request) => {
    const list = readListRequest(request)
    const { filter, order, window } = list
    return reading(db.of(filter.accountId), filter, async (q) => {
      const read = await q.query<ListedReport>(listStatement(filter, order, window))
      const { rows, last, more } = cutPage(read.rows, window.limit)
      return {
        reports: rows.map(toReport),
        ...(await totalOf(q, list, rows.length, more)),
        ...(last !== undefined && more && { next_cursor: cursorAfter(last, filter, order) }),
      }
    })
  }
}

/** Without a search an index fits so well that PostgreSQL needs no telling, and no transaction to be told in. */
function reading<T>(db: Transactions, { search }: ReportFilter, read: (q: Queryable) => Promise<T>): Promise<T> {
  if (search === undefined) return read(db)
  return db.transaction(async (q) => {
    await q.query(planByIndex())
    return read(q)
  })
}

async function totalOf(q: Queryable, { filter, window }: ListRequest, rows: number, more: boolean): Promise<Total> {
  const known = 'offset' in window ? totalFromPage(window.offset, rows, !more) : undefined
  if (known !== undefined) return known
  const counted = await q.query<{ counted: number }>(countReports(filter, COUNT_LIMIT))
  return cappedTotal(counted.rows[0]?.counted ?? 0)
}
