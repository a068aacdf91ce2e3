import type { CursorValue } from '@pagebell/lists/cursor'
import { afterPosition, type Direction, orderBy } from '@pagebell/lists/keyset'
import { escapeLike } from '@pagebell/lists/like'
import type { Statement } from '@pagebell/postgres/database'
import { type ReportRow, reportColumns } from './report-columns.ts'

export type Result = 'bad' | 'decent' | 'good'

export interface ReportFilter {
  accountId: string
  search: string | undefined
  project: string | undefined
  result: Result | undefined
}

export interface ReportOrder {
  sortBy: 'id' | 'generated_at' | 'url' | 'result' | 'score'
  direction: Direction
}

/** Rows from an offset, or rows after a position. */
export type Window = { offset: number; limit: number } | { after: readonly CursorValue[]; limit: number }

export type SortColumn = 'id' | 'url' | 'rank_up' | 'rank_down' | 'score' | 'score_up' | 'score_down'

export interface ListedReport extends ReportRow {
  rank_up: number
  rank_down: number
  score_up: number
  score_down: number
}

/** Columns that are computed, as the indexes have them; the others are of the table. */
const expressions: Partial<Record<SortColumn, string>> = {
  score_up: 'case when score is null then 101::smallint else score end',
  score_down: 'case when score is null then (-1)::smallint else score end',
}
const expressionOf = (column: SortColumn): string => expressions[column] ?? column
const sortKeys = `rank_up, rank_down, ${expressions.score_up} as score_up, ${expressions.score_down} as score_down`

/** What the generated columns of the table say too. */
const rankOf: Record<Result, number> = { bad: 1, decent: 2, good: 3 }

/**
 * The columns that make an order, each of which has an index behind every filter. A report's time is part of its id;
 * within one result the order by result is the order by id.
 */
export function sortColumns({ sortBy, direction }: ReportOrder, { result }: ReportFilter): SortColumn[] {
  if (sortBy === 'url') return ['url', 'id']
  if (sortBy === 'score' && result !== undefined) return ['score', 'id']
  if (sortBy === 'score') return [direction === 'asc' ? 'score_up' : 'score_down', 'id']
  if (sortBy !== 'result' || result !== undefined) return ['id']
  return [direction === 'asc' ? 'rank_up' : 'rank_down', 'id']
}

export interface WalkedReport extends ListedReport {
  /** How many reports the account has, as far as was counted: the same in every row. */
  counted: number
}

/** Whether a list is of everything that an account has, so that its order has one index and no other fits. */
export function isOfEverything({ search, project, result }: ReportFilter): boolean {
  return search === undefined && project === undefined && result === undefined
}

/**
 * One page of everything, the row after it, and their count, no further than `countLimit`: one statement, which is planned
 * once a connection. To be run `walking`: its plan is made for all accounts, and the one that suits a small account would
 * sort a million rows of the largest.
 */
export function walkReports(order: ReportOrder, accountId: string, window: Window, countLimit: number): Statement {
  const filter = { accountId, search: undefined, project: undefined, result: undefined }
  const values: unknown[] = [accountId, countLimit]
  const counted = `(select count(*) from (select from report where account_id = $1 limit $2) as matching) as counted`
  const text = pageText(`${sortKeys}, ${counted}`, {
    filter,
    order,
    window,
    conditions: ['account_id = $1'],
    values,
  })
  const place = 'after' in window ? 'after a row' : 'from an offset'
  return { name: `walk-reports by ${sortColumns(order, filter).join(', ')} ${order.direction} ${place}`, text, values }
}

/**
 * One page and the row after it. Without a name on purpose: a plan made once for all accounts would suit the average
 * one and sort a million rows for the largest.
 */
export function listReports(filter: ReportFilter, order: ReportOrder, window: Window): Statement {
  const { conditions, values } = conditionsOf(filter)
  return { text: pageText(sortKeys, { filter, order, window, conditions, values }), values }
}

type Page = { filter: ReportFilter; order: ReportOrder; window: Window; conditions: string[]; values: unknown[] }

/** The text of a page's statement; what it needs besides is added to `values`. */
function pageText(besides: string, { filter, order, window, conditions, values }: Page): string {
  const columns = sortColumns(order, filter).map(expressionOf)
  const matching = [...conditions]
  const tail = [orderBy(columns, order.direction)]
  if ('after' in window) {
    matching.push(afterPosition(columns, order.direction, values.length + 1))
    values.push(...window.after)
  } else {
    values.push(window.offset)
    tail.push(`offset $${values.length}`)
  }
  values.push(window.limit + 1)
  tail.push(`limit $${values.length}`)
  return `select ${reportColumns}, ${besides} from report where ${matching.join(' and ')} ${tail.join(' ')}`
}

/** Counts no further than `limit`. */
export function countReports(filter: ReportFilter, limit: number): Statement {
  const { conditions, values } = conditionsOf(filter)
  values.push(limit)
  const matching = `select from report where ${conditions.join(' and ')} limit $${values.length}`
  return { text: `select count(*) as counted from (${matching}) as matching`, values }
}

function conditionsOf(filter: ReportFilter): { conditions: string[]; values: unknown[] } {
  const conditions = ['account_id = $1']
  const values: unknown[] = [filter.accountId]
  if (filter.project !== undefined) conditions.push(`project = $${values.push(filter.project)}`)
  if (filter.result !== undefined) conditions.push(`rank_up = $${values.push(rankOf[filter.result])}`)
  if (filter.search !== undefined) {
    // Collation C folds ASCII alone, and a normalised URL is ASCII: no other letter may pass for one of its letters.
    conditions.push(`lower(url) like lower($${values.push(`%${escapeLike(filter.search)}%`)}::text collate "C")`)
  }
  return { conditions, values }
}
