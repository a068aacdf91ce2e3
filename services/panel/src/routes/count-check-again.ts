import { Type } from '@pagebell/schema/type'
import { findProject } from '../find-project.ts'
import { leadTo } from '../frame.ts'
import type { Route } from '../route.ts'
import { accountOf } from '../signed-in.ts'

const params = Type.Object({ project: Type.String() })
const body = Type.Object({
  check: Type.String({ default: '', maxLength: 200 }),
  url: Type.Optional(Type.String({ maxLength: 4_000 })),
})

export const countCheckAgain: Route = (app, { peers, cookies }) => {
  app.post('/projects/:project/ignored-checks/remove', { schema: { params, body } }, async (request, reply) => {
    const account_id = accountOf(request)
    const { project } = await findProject(peers, account_id, request.params.project)
    await peers.ignoredChecks.deleteIgnoredCheck({ account_id, project, ...request.body })
    return leadTo(reply, `/projects/${project}`, cookies, 'check-counted', 'ignored')
  })
}
