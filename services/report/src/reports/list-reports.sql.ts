import type { CursorValue } from '@pagebell/lists/cursor'
import { afterPosition, type Direction, orderBy } from '@pagebell/lists/keyset'
import { escapeLike } from '@pagebell/lists/like'
import type { Queryable } from '@pagebell/postgres/database'
import { type ReportRow, reportColumns } from './reports.sql.ts'

export type Result = 'bad' | 'decent' | 'good'

/** Of the newest run of a report. */
export type Status = ReportRow['status']

export type ReportFilter = {
  accountId: string
  search: string | undefined
  /** Exact, as reports have it. */
  url?: string | undefined
  project: string | undefined
  result: Result | undefined
  status?: Status | undefined
  minScore?: number | undefined
  maxScore?: number | undefined
}

export type ReportOrder = {
  sortBy: 'id' | 'generated_at' | 'url' | 'result' | 'score'
  direction: Direction
}

/** Rows from an offset, or rows after a position. */
export type Window = { offset: number; limit: number } | { after: readonly CursorValue[]; limit: number }

export type SortColumn = 'id' | 'url' | 'rank_up' | 'rank_down' | 'score' | 'score_up' | 'score_down'

/** A report with the columns of its list's order, for a cursor. */
export type ListedReport = ReportRow & Partial<Record<SortColumn, CursorValue>>

/** Computed columns, with the expressions of their indexes; the others are columns of the table. */
const expressions: Partial<Record<SortColumn, string>> = {
  score_up: 'case when score is null then 101::smallint else score end',
  score_down: 'case when score is null then (-1)::smallint else score end',
}
const expressionOf = (column: SortColumn): string => expressions[column] ?? column
/** What an order has and a {@link ReportRow} has not. */
const sortKeys: ReadonlySet<SortColumn> = new Set(['rank_up', 'rank_down', 'score_up', 'score_down'])

/** As in the table's generated columns. */
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

/** Where a row is in the order of its list. */
export const positionOf = (row: ListedReport, order: ReportOrder, filter: ReportFilter): CursorValue[] =>
  sortColumns(order, filter).map((column) => row[column] ?? null)

/**
 * One page and the row after it. The statement has no name on purpose: a plan made once for all accounts would suit the
 * average one and sort a million rows of the largest.
 */
export async function selectReports(
  q: Queryable,
  filter: ReportFilter,
  order: ReportOrder,
  window: Window,
): Promise<ListedReport[]> {
  const { conditions, values } = conditionsOf(filter, order)
  const text = pageText({ filter, order, window, conditions, values })
  const { rows } = await q.query<ListedReport>({ text, values })
  return rows
}

/** Whether the list has every report of the account, so that only the index of its order suits it. */
export const isUnfiltered = ({ accountId: _, ...filters }: ReportFilter): boolean =>
  Object.values(filters).every((value) => value === undefined)

/** Whether PostgreSQL cannot tell how few rows a filter leaves: see {@link preferIndexes}. */
export const needsIndexes = ({ search, status }: ReportFilter): boolean => search !== undefined || status !== undefined

/**
 * One page of an unfiltered list, the row after it, and the number of reports of the account, counted no further than
 * `countLimit`. `counted` is undefined if the page is empty. For `indexReads`, which plan it once for all accounts.
 */
export async function selectAllReports(
  q: Queryable,
  { accountId, order, window }: { accountId: string; order: ReportOrder; window: Window },
  countLimit: number,
): Promise<{ rows: ListedReport[]; counted: number | undefined }> {
  const filter: ReportFilter = { accountId, search: undefined, project: undefined, result: undefined }
  const values: unknown[] = [accountId, countLimit]
  const counted = '(select count(*) from (select from report where account_id = $1 limit $2) as matching) as counted'
  const conditions = ['account_id = $1']
  const text = pageText({ filter, order, window, conditions, values, counted })
  const start = 'after' in window ? 'after a position' : 'from an offset'
  const name = `list-reports by ${sortColumns(order, filter)[0]} ${order.direction} ${start}`
  const { rows } = await q.query<ListedReport & { counted: number }>({ name, text, values })
  return { rows, counted: rows[0]?.counted }
}

type PageStatement = {
  filter: ReportFilter
  order: ReportOrder
  window: Window
  conditions: readonly string[]
  /** The parameters of the conditions; those of the window are added. */
  values: unknown[]
  /** A column with the number of reports. */
  counted?: string
}

function pageText({ filter, order, window, conditions, values, counted }: PageStatement): string {
  const sorting = sortColumns(order, filter)
  const sorted = sorting.map(expressionOf)
  const keys = sorting.filter((column) => sortKeys.has(column)).map((column) => `${expressionOf(column)} as ${column}`)
  const columns = [reportColumns, ...keys, ...(counted === undefined ? [] : [counted])].join(', ')
  const matching = [...conditions]
  const tail = [orderBy(sorted, order.direction)]
  if ('after' in window) {
    matching.push(afterPosition(sorted, order.direction, values.length + 1))
    values.push(...window.after)
  } else {
    values.push(window.offset)
    tail.push(`offset $${values.length}`)
  }
  values.push(window.limit + 1)
  tail.push(`limit $${values.length}`)
  return `select ${columns} from report where ${matching.join(' and ')} ${tail.join(' ')}`
}

/** How many reports match, counted no further than `limit`. */
export async function countReports(q: Queryable, filter: ReportFilter, limit: number): Promise<number> {
  const { conditions, values } = conditionsOf(filter, { sortBy: 'score', direction: 'asc' })
  values.push(limit)
  const matching = `select from report where ${conditions.join(' and ')} limit $${values.length}`
  const text = `select count(*) as counted from (${matching}) as matching`
  const { rows } = await q.query<{ counted: number }>({ text, values })
  return rows[0]?.counted ?? 0
}

/**
 * For the rest of a transaction: PostgreSQL cannot tell how many rows a search of one or two characters finds, or how
 * many runs are in progress, and would rather read the whole table, with the rows of other accounts, than the account's index in its order.
 */
export async function preferIndexes(q: Queryable): Promise<void> {
  await q.query({ text: 'set local enable_seqscan = off' })
}

function conditionsOf(filter: ReportFilter, order: ReportOrder): { conditions: string[]; values: unknown[] } {
  const conditions = ['account_id = $1']
  const values: unknown[] = [filter.accountId]
  if (filter.project !== undefined) conditions.push(`project = $${values.push(filter.project)}`)
  if (filter.url !== undefined) conditions.push(`url = $${values.push(filter.url)}`)
  if (filter.result !== undefined) conditions.push(`rank_up = $${values.push(rankOf[filter.result])}`)
  if (filter.status !== undefined) conditions.push(ofStatus(filter.status))
  if (filter.minScore !== undefined || filter.maxScore !== undefined) {
    // By the column that the list is sorted by, if that is the score: then the range is a part of one index.
    const [first = 'id'] = sortColumns(order, filter)
    const score = expressionOf(first.startsWith('score') ? first : 'score_up')
    const [from, to] = [values.push(filter.minScore ?? 0), values.push(filter.maxScore ?? 100)]
    conditions.push(`${score} between $${from}::smallint and $${to}::smallint`)
  }
  if (filter.search !== undefined) {
    // Collation C folds ASCII alone, and a normalised URL is ASCII: no other letter may pass for one of its letters.
    conditions.push(`lower(url) like lower($${values.push(`%${escapeLike(filter.search)}%`)}::text collate "C")`)
  }
  return { conditions, values }
}

/** Each state by what has an index: the error of a failed run, the runs in progress; most reports are done. */
function ofStatus(status: Status): string {
  if (status === 'failed') return 'error_code is not null'
  if (status === 'done') return "status = 'done'"
  return `status = '${status}' and id in (select report_id from run where account_id = $1 and status = '${status}')`
}
