import { createHash } from 'node:crypto'
import { one } from '@pagebell/gateway-service/src/answers.ts'
import { list, pageFacts } from '@pagebell/gateway-service/src/list-page.ts'
import { reportItem, reportJson } from '@pagebell/gateway-service/src/report-json.ts'
import { readColumn } from '@pagebell/postgres/read-column'
import fastify from 'fastify'
import pg from 'pg'

// What a team would write that wants no services: Fastify and pg in one process, with the same answers.

const { DATABASE_URL, PORT, API_KEY = '', ACCOUNT_ID, PUBLIC_URL } = process.env
const pool = new pg.Pool({
  connectionString: DATABASE_URL,
  max: 10,
  options: '-c timezone=UTC -c datestyle=ISO',
  types: { getTypeParser: readColumn },
})
const sha256 = (key: string): string => createHash('sha256').update(key).digest('base64')
const accounts = new Map([[sha256(API_KEY), ACCOUNT_ID]])
const accountOf = (authorization = ''): string | undefined => accounts.get(sha256(authorization.replace('Bearer ', '')))

const columns = ['id', 'url', 'project', 'status', 'result', 'score', 'privacy', 'created_at', 'analyzed_at', 'ruleset']
const errors = ['error_code', 'error_message']

type Row = { id: string; created_at: string; error_code: string | null; error_message: string | null }

const app = fastify()
app.addHook('onRequest', async (request, reply) => {
  if (request.url === '/ready') return undefined
  if (accountOf(request.headers.authorization) === undefined) return reply.code(401).send({ code: 'unauthenticated' })
  return undefined
})

const item = ({ created_at, error_code, error_message, ...row }: Row) => ({
  ...row,
  generated_at: created_at,
  error: error_code === null ? null : { code: error_code, message: error_message ?? '' },
  page: `${PUBLIC_URL}/r/${row.id}`,
})

app.get('/api/v1/reports/:id', { schema: { response: { 200: one(reportJson) } } }, async (request, reply) => {
  const text = `select ${[...columns, ...errors].map((name) => `report.${name}`).join(', ')}, report.version,
      run.results, run.categories, run.capped_by, run.final_url, coalesce(run.notes, '{}') as notes
    from report
    left join run on run.account_id = report.account_id and run.report_id = report.id and run.run_id = report.done_run_id
    where report.account_id = $1 and report.id = $2`
  const { id } = request.params as { id: string }
  const values = [accountOf(request.headers.authorization), id]
  const { rows } = await pool.query<Row & { version: number; status: string }>({ name: 'one', text, values })
  const [row] = rows
  if (row === undefined) throw Object.assign(new Error('There is no such report.'), { statusCode: 404 })
  void reply.header('etag', `W/"${row.id}-${row.version}-${row.status}"`)
  return { data: item(row), status: 200 }
})

app.get('/api/v1/reports', { schema: { response: { 200: list(reportItem) } } }, async (request) => {
  const perPage = Number((request.query as { per_page?: string }).per_page ?? 10)
  const account = accountOf(request.headers.authorization)
  const text = `select ${[...columns, ...errors].join(', ')} from report where account_id = $1 order by id desc limit $2`
  const { rows } = await pool.query<Row>(text, [account, perPage + 1])
  const counting = 'select count(*) as counted from (select from report where account_id = $1 limit 10001) as matching'
  const counted = await pool.query<{ counted: number }>(counting, [account])
  const total = counted.rows[0]?.counted ?? 0
  const data = rows.slice(0, perPage).map(item)
  const path = `${PUBLIC_URL}/api/v1/reports`
  const found = { total, total_is_capped: false, next_cursor: 'after' }
  return { data, ...pageFacts(path, request.url, { per_page: perPage }, data.length, found), status: 200 }
})

app.get('/ready', async () => ({}))

await app.listen({ port: Number(PORT), host: '127.0.0.1' })
