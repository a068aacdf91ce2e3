import { Type } from '@pagebell/schema/type'
import { findProject } from '../find-project.ts'
import { tried } from '../form-errors.ts'
import { frameOf, sendPage } from '../frame.ts'
import { loadProjectPage } from '../load-project-page.ts'
import { projectPage } from '../pages/project.ts'
import type { Route } from '../route.ts'
import { accountOf } from '../signed-in.ts'

const params = Type.Object({ project: Type.String() })
const body = Type.Object({ urls: Type.String({ default: '', maxLength: 400_000 }) })

export const tryUrls: Route = (app, tools) => {
  const { peers } = tools
  app.post('/projects/:project/try', { schema: { params, body } }, async (request, reply) => {
    const account_id = accountOf(request)
    const { project } = await findProject(peers, account_id, request.params.project)
    const urls = request.body.urls.split(/\r?\n/).flatMap((line) => line.trim() || [])
    const outcome = await tried(() => peers.rehearsals.tryUrls({ account_id, project, urls }))
    const shown = await loadProjectPage(tools, account_id, project)
    if (!outcome.done) void reply.code(outcome.status)
    const trial = outcome.done ? { results: outcome.value.results } : { errors: { message: 'Enter 1 to 1,000 URLs.' } }
    const filled = { ...shown, trial: { urls: request.body.urls, ...trial } }
    return sendPage(reply, projectPage(frameOf(request, reply, tools), filled))
  })
}
