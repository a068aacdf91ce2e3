import { Type } from '@pagebell/schema/type'
import { storedProjectName } from '@pagebell/urls/project-name'
import { tried } from '../form-errors.ts'
import { frameOf, leadTo, sendPage } from '../frame.ts'
import { projectsPage } from '../pages/projects.ts'
import type { Route } from '../route.ts'
import { accountOf } from '../signed-in.ts'

const body = Type.Object({ project: Type.String({ default: '', maxLength: 1_000 }) })
const newest = { sort_by: 'created_at', sort: 'desc', per_page: 25, page: 1 }

export const createProject: Route = (app, tools) => {
  const { peers, cookies } = tools
  app.post('/projects', { schema: { body } }, async (request, reply) => {
    const account_id = accountOf(request)
    const { project } = request.body
    const outcome = await tried(() => peers.projects.createProject({ account_id, project: hostOf(project) }))
    if (outcome.done) return leadTo(reply, `/projects/${outcome.value.project}`, cookies, 'project-created')

    const found = await peers.projects.listProjects({ account_id, ...newest })
    void reply.code(outcome.status)
    const existing = outcome.code === 'project_exists' ? storedProjectName(hostOf(project)) : undefined
    const shown = { filters: newest, found, form: { project, errors: outcome.errors, existing } }
    return sendPage(reply, projectsPage({ ...frameOf(request, reply, tools), path: '/projects' }, shown))
  })
}

/** People paste addresses where a host is asked for. */
function hostOf(written: string): string {
  const trimmed = written.trim()
  return /^https?:\/\//i.test(trimmed) ? (URL.parse(trimmed)?.hostname ?? trimmed) : trimmed
}
