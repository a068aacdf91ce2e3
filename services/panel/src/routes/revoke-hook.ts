import { findProject } from '../find-project.ts'
import { leadTo } from '../frame.ts'
import type { Route } from '../route.ts'
import { accountOf } from '../signed-in.ts'

export const revokeHook: Route = (app, { peers, cookies }) => {
  app.post<{ Params: { project: string } }>('/projects/:project/hook/revoke', async (request, reply) => {
    const account_id = accountOf(request)
    const { project_id, project } = await findProject(peers, account_id, request.params.project)
    await peers.hooks.revokeHook({ account_id, project_id })
    return leadTo(reply, `/projects/${project}`, cookies, 'hook-revoked', 'webhook')
  })
}
