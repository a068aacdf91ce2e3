import { Readable } from 'node:stream'
import { csvOf } from '@pagebell/http/csv'
import type { Report__Output as Report } from '@pagebell/protos/report/v1/report'
import { listStart } from '../forms/fields.ts'
import { reportFilters, reportQuery } from '../forms/report-filters.ts'
import { type Route, signedInRoutes } from '../route.ts'
import { accountOf } from '../session/request-session.ts'
import { exportedRows } from './exported-rows.ts'

const rowsPerPage = 100

const visibilities = ['public', 'private', 'password']

/** A report as a line of the export: the fields of the API's list. */
const toRow = (report: Report) => ({
  id: report.id,
  url: report.url,
  project: report.project,
  status: report.status,
  result: report.result,
  score: report.score,
  visibility: visibilities[report.privacy],
  generated_at: report.generated_at,
  analyzed_at: report.analyzed_at,
  ruleset: report.ruleset,
  error_code: report.error?.code,
  error_message: report.error?.message,
})

type Row = ReturnType<typeof toRow>

export const columns = Object.keys(toRow({} as Report)) as (keyof Row)[]

/** An array with an object on each line; what a report does not have is null. */
export async function* jsonOf(pages: AsyncIterable<Row[]>): AsyncGenerator<string> {
  let before = '[\n'
  for await (const rows of pages) {
    for (const row of rows) {
      yield before + JSON.stringify(Object.fromEntries(columns.map((column) => [column, row[column] ?? null])))
      before = ',\n'
    }
  }
  yield before === '[\n' ? '[]\n' : '\n]\n'
}

const formats = [
  { name: 'csv', type: 'text/csv; charset=utf-8', write: (pages: AsyncIterable<Row[]>) => csvOf(columns, pages) },
  { name: 'json', type: 'application/json; charset=utf-8', write: jsonOf },
] as const

const exportReports: Route = (app, { clients }) => {
  for (const { name, type, write } of formats) {
    app.get(`/reports.${name}`, { schema: { querystring: reportFilters } }, async (request, reply) => {
      const query = { ...reportQuery(request.query), account_id: accountOf(request) }
      const ask = (cursor: string | undefined) => {
        const start = listStart(cursor === undefined ? {} : { cursor })
        return clients.reports.listReports({ ...query, ...start, per_page: rowsPerPage, without_total: true })
      }
      const pages = await exportedRows(ask, ({ reports }) => reports.map(toRow))
      void reply.headers({
        'content-type': type,
        'content-disposition': `attachment; filename="reports-${new Date().toISOString().slice(0, 10)}.${name}"`,
      })
      return reply.send(Readable.from(write(pages)))
    })
  }
}

export default signedInRoutes(exportReports)
