import { fault } from '@pagebell/faults/fault'
import type { Hook__Output as Hook } from '@pagebell/protos/intake/v1/intake'
import { type Static, Type } from '@pagebell/schema/type'
import { callerOf } from '../auth/caller.ts'
import { bodyProblems, deleted, deletedAnswer, formOrJson, one, pathParams, problems } from '../http/answers.ts'
import { showOnceHeaders } from '../http/idempotency.ts'
import type { Route, RoutesFile } from '../http/routes.ts'
import { named, onlyThese, orNull, textOrNull, time, timeOrNull } from '../http/schemas.ts'
import { projectOfPath } from '../projects/project.ts'
import { toWaitingJson, waitingJson } from './waiting-json.ts'

type Previous = { last_four: string; accepted_until: string | null; last_used_at: string | null }

const hookJson = named(
  'Hook',
  Type.Object(
    {
      enabled: Type.Boolean(),
      last_four: Type.String({ description: 'The end of the token, to recognise it by.' }),
      created_at: time('When the token was made.'),
      last_used_at: timeOrNull('When it was last used.'),
      accepted_7d: Type.Integer({ description: 'URLs accepted in the last seven days.' }),
      waiting: waitingJson,
      previous: orNull<Previous>(
        Type.Object({ last_four: Type.String(), accepted_until: textOrNull(), last_used_at: textOrNull() }),
        { description: 'The token before this one, while it is still accepted.' },
      ),
    },
    { description: 'The webhook of a project, without its token.' },
  ),
)

const newHookJson = named(
  'NewHook',
  Type.Object(
    {
      ...hookJson.properties,
      url: Type.String({ description: 'Post the changed URLs here. Shown this once.' }),
      token: Type.String({ description: 'The secret in it. Shown this once.' }),
    },
    { description: 'The webhook of a project with its new token, shown once.' },
  ),
)

function toHookJson(hook: Hook): Static<typeof hookJson> {
  return {
    enabled: hook.enabled,
    last_four: hook.last_four,
    created_at: hook.created_at,
    last_used_at: hook.last_used_at ?? null,
    accepted_7d: hook.accepted_7d,
    waiting: toWaitingJson(hook.waiting),
    previous: previousOf(hook),
  }
}

function previousOf({ previous_last_four, previous_accepted_until, previous_last_used_at }: Hook): Previous | null {
  if (previous_last_four === undefined) return null
  return {
    last_four: previous_last_four,
    accepted_until: previous_accepted_until ?? null,
    last_used_at: previous_last_used_at ?? null,
  }
}

const getHook: Route = (app, { clients }) => {
  const schema = {
    operationId: 'getHook',
    summary: "The state of a project's webhook",
    params: pathParams('project'),
    response: { 200: one(hookJson), ...problems('forbidden', 'not_found') },
  }

  app.get('/projects/:project/hook', { schema, config: { scope: 'projects:read' } }, async (request) => {
    const { account_id, project_id } = await projectOfPath(clients, request)
    return { data: toHookJson(await clients.hooks.getHook({ account_id, project_id })), status: 200 as const }
  })
}

const grace = Type.Integer({
  minimum: 0,
  maximum: 604_800,
  default: 0,
  description: 'For how many seconds the token before this one stays good.',
})

const rotateHook: Route = (app, { clients, publicUrl, hooksUrl, idempotencyOf }) => {
  const schema = {
    operationId: 'rotateHook',
    summary: "Make a project's webhook, or give it a new token",
    description: 'The URL and its token are answered this once and never again.',
    consumes: formOrJson,
    params: pathParams('project'),
    headers: showOnceHeaders('token_already_shown'),
    body: Type.Object({ grace }, onlyThese),
    response: { 201: one(newHookJson, 201), ...problems('forbidden', 'not_found', 'conflict', ...bodyProblems) },
  }

  app.post('/projects/:project/hook', { schema, config: { scope: 'hooks:write' } }, async (request, reply) => {
    const { limits } = callerOf(request)
    const { account_id, project_id, project } = await projectOfPath(clients, request)
    const { hook, token } = await clients.hooks.rotateHook({
      account_id,
      project_id,
      project,
      grace_seconds: request.body.grace,
      limits,
      ...idempotencyOf(request),
    })
    if (hook === null || hook === undefined) throw fault('internal', 'intake answered a rotation without a hook')
    const url = hooksUrl(`/api/hooks/${token}/submit`)
    const location = publicUrl(`/api/v1/projects/${project}/hook`)
    void reply.code(201).headers({ location, 'cache-control': 'no-store' })
    return { data: { ...toHookJson(hook), url, token }, status: 201 as const }
  })
}

const changeHook: Route = (app, { clients }) => {
  const schema = {
    operationId: 'changeHook',
    summary: 'Disable or enable a webhook',
    description: 'No request that starts after a disabling has been answered is accepted.',
    consumes: formOrJson,
    params: pathParams('project'),
    body: Type.Object({ enabled: Type.Boolean() }, onlyThese),
    response: { 200: one(hookJson), ...problems('forbidden', 'not_found', ...bodyProblems) },
  }

  app.patch('/projects/:project/hook', { schema, config: { scope: 'hooks:write' } }, async (request) => {
    const { account_id, project_id } = await projectOfPath(clients, request)
    const hook = await clients.hooks.setHookEnabled({ account_id, project_id, enabled: request.body.enabled })
    return { data: toHookJson(hook), status: 200 as const }
  })
}

const revokeHook: Route = (app, { clients }) => {
  const schema = {
    operationId: 'revokeHook',
    summary: "Revoke a project's webhook",
    params: pathParams('project'),
    response: { 200: deleted('hook'), ...problems('forbidden', 'not_found') },
  }

  app.delete('/projects/:project/hook', { schema, config: { scope: 'hooks:write' } }, async (request) => {
    const { account_id, project_id } = await projectOfPath(clients, request)
    await clients.hooks.revokeHook({ account_id, project_id })
    return deletedAnswer('hook', project_id)
  })
}

export default { tag: 'hooks', routes: [getHook, rotateHook, changeHook, revokeHook] } satisfies RoutesFile
