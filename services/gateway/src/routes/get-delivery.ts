import { fault } from '@pagebell/faults/fault'
import Type from 'typebox'
import { one, pathOf, problems } from '../answers.ts'
import type { Route } from '../api.ts'
import { attemptJson, toAttemptJson } from '../attempt-json.ts'
import { callerOf } from '../caller.ts'
import { deliveryJson, toDeliveryJson } from '../delivery-json.ts'
import { findProject } from '../find-project.ts'

const history = Type.Array(attemptJson, {
  description: 'Every attempt, oldest first; of more than 100 the newest. It goes on after a requeue.',
})

export const getDelivery: Route = (app, { peers }) => {
  const schema = {
    operationId: 'getDelivery',
    summary: 'What became of one URL, with every attempt to tell the engine',
    tags: ['deliveries'],
    params: pathOf('project', 'delivery'),
    response: {
      200: one(Type.Object({ ...deliveryJson.properties, history })),
      ...problems('forbidden', 'not_found'),
    },
  }

  const path = '/projects/:project/deliveries/:delivery'
  app.get(path, { schema, config: { scope: 'projects:read' } }, async (request) => {
    const { accountId: account_id } = callerOf(request)
    const { delivery: delivery_id } = request.params
    const { project } = await findProject(peers, account_id, request.params.project)
    const { delivery, attempts } = await peers.deliveries.getDelivery({ account_id, project, delivery_id })
    if (delivery === null) throw fault('internal', 'notifier answered a history without its delivery')
    return { data: { ...toDeliveryJson(delivery), history: attempts.map(toAttemptJson) }, status: 200 as const }
  })
}
