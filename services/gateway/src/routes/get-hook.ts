import { one, pathOf, problems } from '../answers.ts'
import type { Route } from '../api.ts'
import { callerOf } from '../caller.ts'
import { findProject } from '../find-project.ts'
import { hookJson, toHookJson } from '../hook-json.ts'

export const getHook: Route = (app, { peers }) => {
  const schema = {
    operationId: 'getHook',
    summary: "The state of a project's webhook",
    tags: ['hooks'],
    params: pathOf('project'),
    response: { 200: one(hookJson), ...problems('forbidden', 'not_found') },
  }

  app.get('/projects/:project/hook', { schema, config: { scope: 'projects:read' } }, async (request) => {
    const { accountId: account_id } = callerOf(request)
    const { project_id } = await findProject(peers, account_id, request.params.project)
    return { data: toHookJson(await peers.hooks.getHook({ account_id, project_id })), status: 200 as const }
  })
}
