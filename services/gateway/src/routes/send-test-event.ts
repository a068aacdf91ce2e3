import { Type } from '@pagebell/schema/type'
import { bodyProblems, formOrJson, one, pathOf, problems } from '../answers.ts'
import type { Route } from '../api.ts'
import { callerOf } from '../caller.ts'
import { eventJson, toEventJson } from '../endpoint-json.ts'
import { findProject } from '../find-project.ts'
import { idempotencyHeader } from '../idempotency.ts'
import { onlyThese } from '../json-types.ts'

export const sendTestEvent: Route = (app, { peers, publicUrl, idempotencyOf }) => {
  const schema = {
    operationId: 'sendTestEvent',
    summary: 'Send a test to the address of events',
    description: 'It is sent at once, and once. What became of it stands in the list of events.',
    tags: ['events'],
    consumes: formOrJson,
    params: pathOf('project'),
    headers: Type.Unsafe<object>({ type: 'object', properties: { ...idempotencyHeader } }),
    body: Type.Object({}, onlyThese),
    response: { 201: one(eventJson, 201), ...problems('forbidden', 'not_found', 'conflict', ...bodyProblems) },
  }

  const path = '/projects/:project/endpoint/test'
  app.post(path, { schema, config: { scope: 'projects:write' } }, async (request, reply) => {
    const { accountId: account_id } = callerOf(request)
    const { project, project_id } = await findProject(peers, account_id, request.params.project)
    const { idempotency } = idempotencyOf(request)
    const sent = { account_id, project_id, ...(idempotency && { idempotency_key: idempotency.key }) }
    const event = await peers.eventEndpoints.sendTest(sent)
    void reply.code(201).header('location', publicUrl(`/api/v1/projects/${project}/endpoint/events`))
    return { data: toEventJson(event), status: 201 as const }
  })
}
