import { one } from '@pagebell/gateway-service/src/http/answers.ts'
import { list, pageEnvelope } from '@pagebell/gateway-service/src/http/pagination.ts'
import { visibilities } from '@pagebell/gateway-service/src/reports/privacy.ts'
import { reportItem, reportJson } from '@pagebell/gateway-service/src/reports/report-json.ts'
import fastify from 'fastify'
import { accountFinder } from './account-of-key.ts'
import type { Row, reportReader } from './read-reports.ts'

/** The routes of the gateway on Fastify, with the same responses, over `read`. Listens at `PORT`. */
export async function serveReports(read: ReturnType<typeof reportReader>): Promise<void> {
  const { PORT, API_KEY = '', ACCOUNT_ID = '', PUBLIC_URL } = process.env
  const accountOf = accountFinder(API_KEY, ACCOUNT_ID)

  const app = fastify()
  app.addHook('onRequest', async (request, reply) => {
    if (request.url === '/ready') return undefined
    if (accountOf(request.headers.authorization) === undefined) return reply.code(401).send({ code: 'unauthenticated' })
    return undefined
  })

  const item = ({ created_at, error_code, error_message, ...row }: Row) => ({
    ...row,
    visibility: visibilities[row.privacy],
    generated_at: created_at,
    error: error_code === null ? null : { code: error_code, message: error_message ?? '' },
    page: `${PUBLIC_URL}/r/${row.id}`,
  })

  app.get('/api/v1/reports/:id', { schema: { response: { 200: one(reportJson) } } }, async (request, reply) => {
    const { id } = request.params as { id: string }
    const row = await read.one(accountOf(request.headers.authorization) ?? '', id)
    if (row === undefined) throw Object.assign(new Error('There is no such report.'), { statusCode: 404 })
    void reply.header('etag', `W/"${row.id}-${row.version}-${row.status}"`)
    return { data: item(row), status: 200 }
  })

  app.get('/api/v1/reports', { schema: { response: { 200: list(reportItem) } } }, async (request) => {
    const perPage = Number((request.query as { per_page?: string }).per_page ?? 10)
    const { rows, total } = await read.list(accountOf(request.headers.authorization) ?? '', perPage)
    const data = rows.map(item)
    const path = `${PUBLIC_URL}/api/v1/reports`
    const found = { total, total_is_capped: false, next_cursor: 'after' }
    return { data, ...pageEnvelope(path, request.url, { per_page: perPage }, data.length, found), status: 200 }
  })

  app.get('/ready', async () => ({}))

  await app.listen({ port: Number(PORT), host: '127.0.0.1' })
}
