import { COUNT_LIMIT } from '@pagebell/lists/total'
import { connectDatabase, type Database, type Queryable, type Statement } from '@pagebell/postgres/database'
import { listProjectsStatement } from '@pagebell/project-service/src/projects/project-list.sql.ts'
import { cursorAfter, listReports } from '@pagebell/report-service/src/reports/list-reports.rpc.ts'
import {
  countReports,
  preferIndexes,
  type ReportFilter,
  type ReportOrder,
  selectReports,
  type Window,
} from '@pagebell/report-service/src/reports/list-reports.sql.ts'
import { createLog } from '@pagebell/runtime/log'
import { areQuick, median, type RoundSettings } from '../compare.ts'
import { startServers } from '../servers/start-servers.ts'
import { fillLists, type Size } from './fill-lists.ts'

export type ListFigures = { list: string; small: Times; large: Times; ratio: number; toReach: number }
export type Times = { ms: number; lowest: number; highest: number }
export type Lists = { sizes: { small: Size; large: Size }; figures: ListFigures[] }

/** One list of an account; `toReach` is the highest ratio of its time with many reports to that with few. */
type ListQuery = { list: string; toReach: number; ask: (filled: Filled) => Promise<() => Promise<number>> }
type Filled = { size: Size; accountId: string; reports: Database; projects: Database }

const small: Size = { name: '10,000 reports', reports: 10_000, ofAccount: 10_000, projects: 200 }
const listQueries: ListQuery[] = [
  ...(['id', 'generated_at', 'url', 'result'] as const).flatMap((sortBy) => [
    reportList(`by ${sortBy}, page 1`, { sortBy, direction: 'desc' }),
    reportList(`by ${sortBy}, after the middle`, { sortBy, direction: 'desc' }, {}, { fromMiddle: true }),
  ]),
  reportList('only good ones, page 1', { sortBy: 'url', direction: 'asc' }, { result: 'good' }),
  reportList('of one project, page 1', { sortBy: 'id', direction: 'desc' }, { project: 'site-7.example' }),
  reportList('search for a rare text', { sortBy: 'id', direction: 'desc' }, {}, { toReach: 5, rare: true }),
  reportList('search for a common text', { sortBy: 'id', direction: 'desc' }, { search: 'example' }, { toReach: 5 }),
  {
    list: 'projects, page 1',
    toReach: 2,
    ask: async ({ accountId, projects }) => {
      const page = { accountId, pattern: undefined, sortBy: 'created_at', direction: 'desc', limit: 11 } as const
      const statement = listProjectsStatement({ ...page, start: { offset: 0 } })
      await refuseSeqScan(projects.forAccount(accountId), statement)
      return async () => (await projects.forAccount(accountId).query(statement)).rowCount
    },
  },
]

/** Lists at 5,000,000 reports beside the same at 10,000: the service's own handlers, on one connection at a time. */
export async function measureLists(settings: RoundSettings, running: AsyncDisposableStack): Promise<Lists> {
  const isQuick = areQuick(settings)
  const many = isQuick ? 100_000 : 5_000_000
  const large = {
    name: `${many.toLocaleString('en')} reports`,
    reports: many,
    ofAccount: many * 0.4,
    projects: isQuick ? 2_000 : 50_000,
  }
  const servers = await startServers(running)
  const fill = async (size: Size): Promise<Filled> => {
    const { accountId, reportUrl, projectUrl } = await fillLists(servers.databaseUrl, size)
    const log = createLog('bench', 'silent')
    const connect = (url: string) => running.use(connectDatabase({ url, log, statementTimeoutMs: 120_000 }))
    return { size, accountId, reports: connect(reportUrl), projects: connect(projectUrl) }
  }
  const both = [await fill(small), await fill(large)] as const

  const figures: ListFigures[] = []
  for (const { list, toReach, ask } of listQueries) {
    const [less, more] = [await ask(both[0]), await ask(both[1])]
    const rows = [await less(), await more()]
    if (rows.some((count) => count === 0)) throw new Error(`${list}: nothing was found (${rows.join(', ')}).`)
    const took = { less: [] as number[], more: [] as number[] }
    // A list takes milliseconds, so a round is ten requests of each, in rotation.
    for (let sample = 0; sample < settings.rounds * 10; sample++) {
      took.less.push(await timed(less))
      took.more.push(await timed(more))
    }
    const [one, other] = [timesOf(took.less), timesOf(took.more)]
    figures.push({ list, small: one, large: other, ratio: other.ms / one.ms, toReach })
  }
  return { sizes: { small, large }, figures }
}

type PlanLine = { 'QUERY PLAN': string }
type Extra = { fromMiddle?: boolean; toReach?: number; rare?: boolean }

function reportList(list: string, order: ReportOrder, only: Partial<ReportFilter> = {}, extra: Extra = {}): ListQuery {
  const ask = async ({ size, accountId, reports }: Filled): Promise<() => Promise<number>> => {
    // Only one report of the account contains this text.
    const search = extra.rare ? `PAGE-${size.ofAccount - 1}` : undefined
    const filter = { search, project: undefined, result: undefined, ...only, accountId }
    const accountReports = reports.forAccount(accountId)
    const window: Window = { offset: 0, limit: 10 }
    await accountReports.transaction(async (q) => {
      if (filter.search !== undefined) await preferIndexes(q)
      const explaining: Queryable = {
        async query(statement) {
          await refuseSeqScan(q, statement)
          return { rows: [], rowCount: 0 }
        },
      }
      await selectReports(explaining, filter, order, window)
      await countReports(explaining, filter, COUNT_LIMIT)
    })
    // Row 1,000,000 of the large account.
    const offset = size.ofAccount / 2
    const [middle] = extra.fromMiddle ? await selectReports(accountReports, filter, order, { offset, limit: 1 }) : []
    const request = {
      account_id: accountId,
      ...only,
      ...(search !== undefined && { search }),
      sort_by: order.sortBy,
      sort: order.direction,
      per_page: 10,
      ...(middle === undefined ? { page: 1 } : { cursor: cursorAfter(middle, filter, order) }),
    }
    return async () => (await listReports(reports, request as never)).reports?.length ?? 0
  }
  return { list, ask, toReach: extra.toReach ?? 2 }
}

/** Throws if PostgreSQL plans a sequential scan for the statement. */
async function refuseSeqScan(q: Queryable, statement: Statement): Promise<void> {
  const explain = { text: `explain ${statement.text}`, values: statement.values ?? [] }
  const { rows } = await q.query<PlanLine>(explain)
  const lines = rows.map((row) => row['QUERY PLAN']).join('\n')
  if (lines.includes('Seq Scan')) throw new Error(`Sequential scan:\n${statement.text}\n${lines}`)
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  await work()
  return performance.now() - began
}

const timesOf = (took: number[]): Times => ({ ms: median(took), lowest: Math.min(...took), highest: Math.max(...took) })
