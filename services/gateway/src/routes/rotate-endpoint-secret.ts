import { fault } from '@pagebell/faults/fault'
import { Type } from '@pagebell/schema/type'
import { bodyProblems, formOrJson, one, pathOf, problems } from '../answers.ts'
import type { Route } from '../api.ts'
import { callerOf } from '../caller.ts'
import { newSecretJson, toEndpointJson } from '../endpoint-json.ts'
import { findProject } from '../find-project.ts'
import { idempotencyHeader } from '../idempotency.ts'
import { onlyThese } from '../json-types.ts'

const grace = Type.Integer({
  minimum: 0,
  maximum: 604_800,
  default: 86_400,
  description: 'For how many seconds the secret before this one signs too.',
})

export const rotateEndpointSecret: Route = (app, { peers, publicUrl, idempotencyOf }) => {
  const schema = {
    operationId: 'rotateEndpointSecret',
    summary: 'Give the address of events a new secret',
    description: 'The secret is answered this once and never again.',
    tags: ['events'],
    consumes: formOrJson,
    params: pathOf('project'),
    headers: Type.Unsafe<object>({ type: 'object', properties: { ...idempotencyHeader } }),
    body: Type.Object({ grace }, onlyThese),
    response: { 201: one(newSecretJson, 201), ...problems('forbidden', 'not_found', 'conflict', ...bodyProblems) },
  }

  const path = '/projects/:project/endpoint/secret'
  app.post(path, { schema, config: { scope: 'projects:write' } }, async (request, reply) => {
    const { accountId: account_id } = callerOf(request)
    const { project, project_id } = await findProject(peers, account_id, request.params.project)
    const wanted = { account_id, project_id, grace_seconds: request.body.grace, ...idempotencyOf(request) }
    const { endpoint, secret } = await peers.eventEndpoints.rotateSecret(wanted)
    if (endpoint === null) throw fault('internal', 'the notifier rotated a secret without answering its endpoint')
    const location = publicUrl(`/api/v1/projects/${project}/endpoint`)
    void reply.code(201).headers({ location, 'cache-control': 'no-store' })
    return { data: { ...toEndpointJson(endpoint), secret }, status: 201 as const }
  })
}
