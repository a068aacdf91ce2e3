import { Type } from '@pagebell/schema/type'
import { findProject } from '../find-project.ts'
import { leadTo } from '../frame.ts'
import type { Route } from '../route.ts'
import { accountOf } from '../signed-in.ts'

const params = Type.Object({ project: Type.String() })
const body = Type.Object({ once: Type.String({ format: 'uuid' }) })

export const testEndpoint: Route = (app, { peers, cookies }) => {
  app.post('/projects/:project/endpoint/test', { schema: { params, body } }, async (request, reply) => {
    const account_id = accountOf(request)
    const { project, project_id } = await findProject(peers, account_id, request.params.project)
    await peers.eventEndpoints.sendTest({ account_id, project_id, idempotency_key: request.body.once })
    return leadTo(reply, `/projects/${project}`, cookies, 'endpoint-tried', 'events')
  })
}
