import { Type } from '@pagebell/schema/type'
import { one, pathOf, problems } from '../answers.ts'
import type { Route } from '../api.ts'
import { attemptJson, toAttemptJson } from '../attempt-json.ts'
import { callerOf } from '../caller.ts'
import { findProject } from '../find-project.ts'

export const listAttempts: Route = (app, { peers }) => {
  const schema = {
    operationId: 'listAttempts',
    summary: 'Every attempt to tell an engine of a URL, with what it said',
    description: 'Oldest first; of more than 100 the newest. A requeue counts from zero, and the attempts go on.',
    tags: ['deliveries'],
    params: pathOf('project', 'delivery'),
    response: { 200: one(Type.Array(attemptJson)), ...problems('forbidden', 'not_found') },
  }

  const path = '/projects/:project/deliveries/:delivery/attempts'
  app.get(path, { schema, config: { scope: 'projects:read' } }, async (request) => {
    const { accountId: account_id } = callerOf(request)
    const { delivery: delivery_id } = request.params
    const { project } = await findProject(peers, account_id, request.params.project)
    const { attempts } = await peers.deliveries.getDelivery({ account_id, project, delivery_id })
    return { data: attempts.map(toAttemptJson), status: 200 as const }
  })
}
