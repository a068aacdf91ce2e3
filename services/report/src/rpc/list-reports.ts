import { cutPage } from '@pagebell/lists/keyset'
import { COUNT_LIMIT, cappedTotal, type Total, totalFromPage } from '@pagebell/lists/total'
import type { Database } from '@pagebell/postgres/database'
import type { Reports } from '@pagebell/rpc/contracts'
import type { Handler } from '@pagebell/rpc/serve-rpc'
import { cursorAfter, type ListRequest, readListRequest } from '../list-request.ts'
import { countReports, type ListedReport, listReports as listStatement } from '../queries/list-reports.ts'
import { toReport } from '../to-report.ts'

export function listReports({ db }: { db: Database }): Handler<typeof Reports, 'listReports'> {
  return async (request) => {
    const list = readListRequest(request)
    const { filter, order, window } = list
    const read = await db.query<ListedReport>(listStatement(filter, order, window))
    const { rows, last, more } = cutPage(read.rows, window.limit)
    return {
      reports: rows.map(toReport),
      ...(await totalOf(db, list, rows.length, more)),
      ...(last !== undefined && more && { next_cursor: cursorAfter(last, filter, order) }),
    }
  }
}

async function totalOf(db: Database, { filter, window }: ListRequest, rows: number, more: boolean): Promise<Total> {
  const known = 'offset' in window ? totalFromPage(window.offset, rows, !more) : undefined
  if (known !== undefined) return known
  const counted = await db.query<{ counted: number }>(countReports(filter, COUNT_LIMIT))
  return cappedTotal(counted.rows[0]?.counted ?? 0)
}
