import { Type } from '@pagebell/schema/type'
import { findProject } from '../find-project.ts'
import { frameOf, leadTo, sendPage } from '../frame.ts'
import { loadProjectPage } from '../load-project-page.ts'
import { projectPage } from '../pages/project.ts'
import { readableHost } from '../readable-url.ts'
import type { Route } from '../route.ts'
import { accountOf } from '../signed-in.ts'

const params = Type.Object({ project: Type.String() })
const body = Type.Object({ confirmation: Type.String({ default: '', maxLength: 1_000 }) })

export const deleteProject: Route = (app, tools) => {
  const { peers, cookies } = tools
  app.post('/projects/:project/delete', { schema: { params, body } }, async (request, reply) => {
    const account_id = accountOf(request)
    const { project_id, project } = await findProject(peers, account_id, request.params.project)
    const typed = request.body.confirmation.trim()
    if (typed !== project && typed !== readableHost(project)) {
      const shown = await loadProjectPage(tools, account_id, project)
      const deletion = { fields: { confirmation: [`Nothing was deleted: type exactly ${readableHost(project)}.`] } }
      void reply.code(422)
      return sendPage(reply, projectPage(frameOf(request, reply, tools), { ...shown, errors: { deletion } }))
    }
    await peers.quotas.closeProject({ account_id, project_id })
    await peers.projects.deleteProject({ account_id, project })
    return leadTo(reply, '/projects', cookies, 'project-deleted')
  })
}
