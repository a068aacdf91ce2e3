import { fault } from '@pagebell/faults/fault'
import { followCursor } from '@pagebell/rpc/follow-cursor'
import { Type } from '@pagebell/schema/type'
import { bodyProblems, formOrJson, one, pathOf, problems } from '../answers.ts'
import type { Route } from '../api.ts'
import { callerOf } from '../caller.ts'
import { findProject } from '../find-project.ts'
import { onlyThese } from '../json-types.ts'
import { named } from '../openapi/named-schema.ts'

const body = named(
  'RequeueDeliveries',
  Type.Object(
    {
      delivery: Type.Optional(Type.String({ format: 'uuid', description: 'The id of one.' })),
      batch: Type.Optional(Type.String({ format: 'uuid', description: 'All of a batch.' })),
      rejected_since: Type.Optional(
        Type.String({ format: 'date-time', description: 'All that were rejected then or later.' }),
      ),
    },
    {
      ...onlyThese,
      description: 'Exactly one of the three.',
      examples: [{ rejected_since: '2026-11-21T10:00:00.000Z' }],
    },
  ),
)

export const requeueDeliveries: Route = (app, { peers }) => {
  const schema = {
    operationId: 'requeueDeliveries',
    summary: 'Send rejected and held deliveries again',
    description:
      'Exactly one of the three. Attempts count from zero; the quota is not charged again. Many go in portions: after an answer that is lost or 503, ask again, and what is left goes.',
    tags: ['deliveries'],
    consumes: formOrJson,
    params: pathOf('project'),
    body,
    response: {
      200: one(Type.Object({ requeued: Type.Integer() })),
      ...problems('forbidden', 'not_found', ...bodyProblems),
    },
  }

  const path = '/projects/:project/deliveries/requeue'
  app.post(path, { schema, config: { scope: 'projects:write' } }, async (request) => {
    const { accountId: account_id } = callerOf(request)
    const { delivery: delivery_id, batch: batch_id, rejected_since } = request.body
    const given = [delivery_id, batch_id, rejected_since].filter((one) => one !== undefined)
    if (given.length !== 1) {
      const text = 'Send exactly one of delivery, batch and rejected_since.'
      throw fault('invalid', text, { errors: { body: [text] } })
    }
    const { project } = await findProject(peers, account_id, request.params.project)
    const asked = { account_id, project, delivery_id, batch_id, rejected_since }
    let requeued = 0
    for await (const { count } of followCursor((cursor) => peers.deliveries.requeueDeliveries({ ...asked, cursor })))
      requeued += count
    return { data: { requeued }, status: 200 as const }
  })
}
