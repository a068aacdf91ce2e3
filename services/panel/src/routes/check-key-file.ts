import { Type } from '@pagebell/schema/type'
import { findProject } from '../find-project.ts'
import { leadTo } from '../frame.ts'
import type { Route } from '../route.ts'
import { accountOf } from '../signed-in.ts'

const params = Type.Object({ project: Type.String() })
const body = Type.Object({ host: Type.String({ minLength: 1, maxLength: 300 }) })

export const checkKeyFile: Route = (app, { peers, cookies }) => {
  app.post('/projects/:project/key-file', { schema: { params, body } }, async (request, reply) => {
    const account_id = accountOf(request)
    const { project, project_id } = await findProject(peers, account_id, request.params.project)
    const { problem } = await peers.channelCare.checkKeyFile({ account_id, project_id, host: request.body.host })
    const notice = problem === undefined ? 'key-file-served' : 'key-file-missing'
    return leadTo(reply, `/projects/${project}`, cookies, notice, 'key-file')
  })
}
