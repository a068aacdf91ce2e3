import { Type } from '@pagebell/schema/type'
import { redirectTo } from '../../html/frame.ts'
import { type Route, signedInRoutes } from '../../route.ts'
import { projectOfPath } from './project-of-path.ts'

const params = Type.Object({ project: Type.String() })
const body = Type.Object({ preflight: Type.Unsafe<'on' | 'off'>({ type: 'string', enum: ['on', 'off'] }) })

/** Whether pages are checked before they are announced. */
const setPreflight: Route = (app, { clients, cookies }) => {
  app.post('/projects/:project/preflight', { schema: { params, body } }, async (request, reply) => {
    const { account_id, project } = await projectOfPath(clients, request)
    const isOn = request.body.preflight === 'on'
    await clients.projects.changeProject({ account_id, project, preflight: isOn })
    return redirectTo(reply, `/projects/${project}/settings`, cookies, isOn ? 'preflight-on' : 'preflight-off')
  })
}

export default signedInRoutes(setPreflight)
