import { fault } from '@pagebell/faults/fault'
import { Type } from '@pagebell/schema/type'
import { bodyProblems, formOrJson, one, pathOf, problems } from '../answers.ts'
import type { Route } from '../api.ts'
import { callerOf } from '../caller.ts'
import { findProject } from '../find-project.ts'
import { newHookJson, toHookJson } from '../hook-json.ts'
import { idempotencyHeader } from '../idempotency.ts'
import { onlyThese } from '../json-types.ts'

const grace = Type.Integer({
  minimum: 0,
  maximum: 604_800,
  default: 0,
  description: 'For how many seconds the token before this one stays good.',
})

export const rotateHook: Route = (app, { peers, publicUrl, hooksUrl, idempotencyOf }) => {
  const schema = {
    operationId: 'rotateHook',
    summary: "Make a project's webhook, or give it a new token",
    description: 'The URL and its token are answered this once and never again.',
    tags: ['hooks'],
    consumes: formOrJson,
    params: pathOf('project'),
    headers: Type.Unsafe<object>({ type: 'object', properties: { ...idempotencyHeader } }),
    body: Type.Object({ grace }, onlyThese),
    response: { 201: one(newHookJson, 201), ...problems('forbidden', 'not_found', 'conflict', ...bodyProblems) },
  }

  app.post('/projects/:project/hook', { schema, config: { scope: 'hooks:write' } }, async (request, reply) => {
    const { accountId: account_id, limits } = callerOf(request)
    const { project_id, project } = await findProject(peers, account_id, request.params.project)
    const wanted = {
      account_id,
      project_id,
      project,
      grace_seconds: request.body.grace,
      limits,
      ...idempotencyOf(request),
    }
    const { hook, token } = await peers.hooks.rotateHook(wanted)
    if (hook === null || hook === undefined) throw fault('internal', 'intake answered a rotation without a hook')
    const url = hooksUrl(`/api/hooks/${token}/submit`)
    const location = publicUrl(`/api/v1/projects/${project}/hook`)
    void reply.code(201).headers({ location, 'cache-control': 'no-store' })
    return { data: { ...toHookJson(hook), url, token }, status: 201 as const }
  })
}
