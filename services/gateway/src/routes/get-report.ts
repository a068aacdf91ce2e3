import { one, pathOf, problems } from '../answers.ts'
import type { Route } from '../api.ts'
import { callerOf } from '../caller.ts'
import { etagOf, isKnown } from '../etag.ts'
import { reportAnswer, reportJson } from '../report-json.ts'

export const getReport: Route = (app, { peers, publicUrl }) => {
  const schema = {
    operationId: 'getReport',
    summary: 'Get a report with every check, its points and its evidence',
    description: 'The answer has an ETag: ask again with If-None-Match and an unchanged report is answered 304.',
    tags: ['reports'],
    params: pathOf('id'),
    response: {
      200: one(reportJson),
      304: { type: 'null', description: 'Unchanged' },
      ...problems('forbidden', 'not_found'),
    },
  }

  app.get('/reports/:id', { schema, config: { scope: 'reports:read' } }, async (request, reply) => {
    const { id } = request.params
    const report = await peers.reports.getReport({ account_id: callerOf(request).accountId, id })
    const etag = etagOf(report)
    void reply.header('etag', etag)
    if (isKnown(request.headers['if-none-match'], etag)) return reply.code(304).send()
    return reply.type('application/json; charset=utf-8').send(reportAnswer(report, publicUrl))
  })
}
