import { readColumn } from '@pagebell/postgres/read-column'
import pg from 'pg'

const columns = [
  'id',
  'url',
  'project',
  'status',
  'result',
  'score',
  'privacy',
  'listed',
  'created_at',
  'analyzed_at',
  'ruleset',
]
const errors = ['error_code', 'error_message']

export type Row = {
  id: string
  privacy: 0 | 1 | 2
  created_at: string
  error_code: string | null
  error_message: string | null
}
export type WholeRow = Row & { version: number; status: string; results: object; categories: object; notes: string[] }

const wholeReport = `select ${[...columns, ...errors].map((name) => `report.${name}`).join(', ')}, report.version,
    run.results, run.categories, run.capped_by, run.final_url, coalesce(run.notes, '{}') as notes
  from report
  left join run on run.account_id = report.account_id and run.report_id = report.id and run.run_id = report.done_run_id
  where report.account_id = $1 and report.id = $2`
const firstPage = `select ${[...columns, ...errors].join(', ')} from report where account_id = $1 order by id desc limit $2`
const counting = 'select count(*) as counted from (select from report where account_id = $1 limit 10001) as matching'

/** The queries of the other variants: one report with its results, and the first page of a list with its total. */
export function reportReader(databaseUrl: string) {
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    max: 10,
    options: '-c timezone=UTC -c datestyle=ISO',
    types: { getTypeParser: readColumn },
  })
  return {
    async one(accountId: string, id: string): Promise<WholeRow | undefined> {
      const { rows } = await pool.query<WholeRow>({ name: 'one', text: wholeReport, values: [accountId, id] })
      return rows[0]
    },
    async list(accountId: string, perPage: number): Promise<{ rows: Row[]; total: number }> {
      const { rows } = await pool.query<Row>(firstPage, [accountId, perPage + 1])
      const counted = await pool.query<{ counted: number }>(counting, [accountId])
      return { rows: rows.slice(0, perPage), total: counted.rows[0]?.counted ?? 0 }
    },
  }
}
