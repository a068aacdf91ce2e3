import { Type } from '@pagebell/schema/type'
import { findProject } from '../../clients/clients.ts'
import { undefinedIfNotFound } from '../../clients/fallbacks.ts'
import { redirectTo } from '../../html/frame.ts'
import { type Route, signedInRoutes } from '../../route.ts'
import { accountOf } from '../../session/request-session.ts'

const params = Type.Object({ project: Type.String(), id: Type.String() })

const countBlock: Route = (app, { clients, cookies }) => {
  app.post('/projects/:project/changing-blocks/:id/count', { schema: { params } }, async (request, reply) => {
    const account_id = accountOf(request)
    const { project, project_id } = await findProject(clients, account_id, request.params.project)
    const { id } = request.params
    await undefinedIfNotFound(clients.pages.countChangingBlock({ account_id, project_id, id }))
    return redirectTo(reply, `/projects/${project}/pages`, cookies, 'block-counted', 'changing-blocks')
  })
}

export default signedInRoutes(countBlock)
