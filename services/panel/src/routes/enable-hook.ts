import { Type } from '@pagebell/schema/type'
import { findProject } from '../find-project.ts'
import { leadTo } from '../frame.ts'
import type { Route } from '../route.ts'
import { accountOf } from '../signed-in.ts'

const params = Type.Object({ project: Type.String() })
const body = Type.Object({ enabled: Type.Boolean() })

export const enableHook: Route = (app, { peers, cookies }) => {
  app.post('/projects/:project/hook/enabled', { schema: { params, body } }, async (request, reply) => {
    const account_id = accountOf(request)
    const { enabled } = request.body
    const { project_id, project } = await findProject(peers, account_id, request.params.project)
    await peers.hooks.setHookEnabled({ account_id, project_id, enabled })
    return leadTo(reply, `/projects/${project}`, cookies, enabled ? 'hook-enabled' : 'hook-disabled', 'webhook')
  })
}
