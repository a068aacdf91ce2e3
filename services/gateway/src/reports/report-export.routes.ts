import { Readable } from 'node:stream'
import { csvOf } from '@pagebell/http/csv'
import type { Report__Output as Report } from '@pagebell/protos/report/v1/report'
import { followCursor } from '@pagebell/rpc/follow-cursor'
import { Type } from '@pagebell/schema/type'
import { callerOf } from '../auth/caller.ts'
import type { Clients } from '../clients.ts'
import { problems } from '../http/answers.ts'
import type { Route, RoutesFile } from '../http/routes.ts'
import { onlyThese } from '../http/schemas.ts'
import { reportFilters } from './report-filters.ts'
import { toReportItem } from './report-json.ts'

const maxRows = 100_000
const rowsPerPage = 100

const columns = [
  'id',
  'url',
  'project',
  'status',
  'result',
  'score',
  'visibility',
  'generated_at',
  'analyzed_at',
  'ruleset',
  'error_code',
  'error_message',
  'page',
] as const

const csvText = Type.Unsafe<Readable>({ type: 'string', examples: [`${columns.join(',')}\r\n`] })

type Row = Record<(typeof columns)[number], string | number | undefined>

function toRow(report: Report, publicUrl: (path: string) => string): Row {
  const { result, score, analyzed_at, ruleset, error, ...item } = toReportItem(report, publicUrl)
  return {
    ...item,
    result: result ?? undefined,
    score: score ?? undefined,
    analyzed_at: analyzed_at ?? undefined,
    ruleset: ruleset ?? undefined,
    error_code: error?.code,
    error_message: error?.message,
  }
}

const exportReports: Route = (app, { clients, publicUrl }) => {
  const schema = {
    operationId: 'exportReports',
    summary: 'Export reports as CSV',
    description: `The reports that the list has with the same parameters, in the same order, as a file (RFC 4180, UTF-8, with a line of headings); at most ${maxRows} of them: beyond, read the list by its cursor. A text that a spreadsheet would run as a formula begins with an apostrophe. An answer that breaks off is not complete.`,
    querystring: Type.Object(reportFilters, onlyThese),
    response: {
      200: {
        description: 'A line for each report.',
        content: { 'text/csv': { schema: csvText } },
      },
      ...problems('forbidden'),
    },
  }

  const config = { scope: 'reports:read', mediaType: 'text/csv' } as const
  app.get('/reports.csv', { schema, config }, async (request, reply) => {
    const pages = pagesOf(clients, { account_id: callerOf(request).accountId, ...request.query })
    // Read before the answer begins, so that a failure is a problem and not a broken file.
    const first = await pages.next()
    void reply.headers({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="reports-${new Date().toISOString().slice(0, 10)}.csv"`,
    })
    return reply.send(Readable.from(csvOf(columns, rowsOf(first, pages))))
  })

  async function* rowsOf(first: IteratorResult<Report[], void>, rest: AsyncIterable<Report[]>) {
    const toRows = (reports: Report[]) => reports.map((report) => toRow(report, publicUrl))
    if (first.done === true) return
    yield toRows(first.value)
    for await (const reports of rest) yield toRows(reports)
  }
}

type ReportQuery = Parameters<Clients['reports']['listReports']>[0]

/** The list page by page, so that a long one is never in memory whole. */
async function* pagesOf({ reports }: Clients, query: ReportQuery): AsyncGenerator<Report[], void> {
  let rows = 0
  const listPage = (cursor: string | undefined) => {
    const start = cursor === undefined ? { page: 1 } : { cursor }
    return reports.listReports({ ...query, ...start, per_page: rowsPerPage, without_total: true })
  }
  for await (const { reports: found } of followCursor(listPage)) {
    yield found
    rows += found.length
    if (rows >= maxRows) return
  }
}

export default { tag: 'reports', routes: [exportReports] } satisfies RoutesFile
