import { deleted, pathOf, problems } from '../answers.ts'
import type { Route } from '../api.ts'
import { callerOf } from '../caller.ts'

export const deleteReport: Route = (app, { peers }) => {
  const schema = {
    operationId: 'deleteReport',
    summary: 'Delete a report',
    tags: ['reports'],
    params: pathOf('id'),
    response: { 200: deleted('report'), ...problems('forbidden', 'not_found') },
  }

  app.delete('/reports/:id', { schema, config: { scope: 'reports:write' } }, async (request) => {
    const gone = { account_id: callerOf(request).accountId, id: request.params.id }
    const { id } = await peers.reports.deleteReport(gone)
    return { id, object: 'report' as const, deleted: true as const, status: 200 as const }
  })
}
