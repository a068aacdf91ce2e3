import { Type } from '@pagebell/schema/type'
import { findProject } from '../find-project.ts'
import { leadTo } from '../frame.ts'
import type { Route } from '../route.ts'
import { accountOf } from '../signed-in.ts'

const params = Type.Object({ project: Type.String() })

export const removeEndpoint: Route = (app, { peers, cookies }) => {
  app.post('/projects/:project/endpoint/remove', { schema: { params } }, async (request, reply) => {
    const account_id = accountOf(request)
    const { project, project_id } = await findProject(peers, account_id, request.params.project)
    await peers.eventEndpoints.deleteEndpoint({ account_id, project_id })
    return leadTo(reply, `/projects/${project}`, cookies, 'endpoint-removed', 'events')
  })
}
