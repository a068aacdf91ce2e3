import { Type } from '@pagebell/schema/type'
import { undefinedIfNotFound } from '../../clients/fallbacks.ts'
import { redirectTo } from '../../html/frame.ts'
import { type Route, signedInRoutes } from '../../route.ts'
import { projectOfPath } from './project-of-path.ts'

const params = Type.Object({ project: Type.String(), id: Type.String() })

const countBlock: Route = (app, { clients, cookies }) => {
  app.post('/projects/:project/changing-blocks/:id/count', { schema: { params } }, async (request, reply) => {
    const { account_id, project, project_id } = await projectOfPath(clients, request)
    const { id } = request.params
    await undefinedIfNotFound(clients.pages.countChangingBlock({ account_id, project_id, id }))
    return redirectTo(reply, `/projects/${project}/pages`, cookies, 'block-counted', 'changing-blocks')
  })
}

export default signedInRoutes(countBlock)
