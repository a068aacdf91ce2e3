import { Type } from '@pagebell/schema/type'
import { one, pathOf, problems } from '../answers.ts'
import type { Route } from '../api.ts'
import { callerOf } from '../caller.ts'
import { runJson, toRunJson } from '../run-json.ts'

export const listRuns: Route = (app, { peers }) => {
  const schema = {
    operationId: 'listRuns',
    summary: "A report's history: when, how it was rated, what changed",
    tags: ['reports'],
    params: pathOf('id'),
    response: { 200: one(Type.Array(runJson)), ...problems('forbidden', 'not_found') },
  }

  app.get('/reports/:id/runs', { schema, config: { scope: 'reports:read' } }, async (request) => {
    const { runs } = await peers.reports.listRuns({ account_id: callerOf(request).accountId, id: request.params.id })
    return { data: runs.map(toRunJson), status: 200 as const }
  })
}
