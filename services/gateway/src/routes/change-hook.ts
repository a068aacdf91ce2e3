import { Type } from '@pagebell/schema/type'
import { bodyProblems, formOrJson, one, pathOf, problems } from '../answers.ts'
import type { Route } from '../api.ts'
import { callerOf } from '../caller.ts'
import { findProject } from '../find-project.ts'
import { hookJson, toHookJson } from '../hook-json.ts'
import { onlyThese } from '../json-types.ts'

export const changeHook: Route = (app, { peers }) => {
  const schema = {
    operationId: 'changeHook',
    summary: 'Disable or enable a webhook',
    description: 'No request that starts after a disabling has been answered is accepted.',
    tags: ['hooks'],
    consumes: formOrJson,
    params: pathOf('project'),
    body: Type.Object({ enabled: Type.Boolean() }, onlyThese),
    response: { 200: one(hookJson), ...problems('forbidden', 'not_found', ...bodyProblems) },
  }

  app.patch('/projects/:project/hook', { schema, config: { scope: 'hooks:write' } }, async (request) => {
    const { accountId: account_id } = callerOf(request)
    const { project_id } = await findProject(peers, account_id, request.params.project)
    const hook = await peers.hooks.setHookEnabled({ account_id, project_id, enabled: request.body.enabled })
    return { data: toHookJson(hook), status: 200 as const }
  })
}
