import { deleted, pathOf, problems } from '../answers.ts'
import type { Route } from '../api.ts'
import { callerOf } from '../caller.ts'
import { findProject } from '../find-project.ts'

export const revokeHook: Route = (app, { peers }) => {
  const schema = {
    operationId: 'revokeHook',
    summary: "Revoke a project's webhook",
    tags: ['hooks'],
    params: pathOf('project'),
    response: { 200: deleted('hook'), ...problems('forbidden', 'not_found') },
  }

  app.delete('/projects/:project/hook', { schema, config: { scope: 'hooks:write' } }, async (request) => {
    const { accountId: account_id } = callerOf(request)
    const { project_id } = await findProject(peers, account_id, request.params.project)
    await peers.hooks.revokeHook({ account_id, project_id })
    return { id: project_id, object: 'hook' as const, deleted: true as const, status: 200 as const }
  })
}
