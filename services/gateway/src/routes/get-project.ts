import { one, pathOf, problems } from '../answers.ts'
import type { Route } from '../api.ts'
import { callerOf } from '../caller.ts'
import { findProject } from '../find-project.ts'
import { projectJson, toProjectJson } from '../project-json.ts'

/** Where POST /projects says in its Location that the project is. */
export const getProject: Route = (app, { peers }) => {
  const schema = {
    operationId: 'getProject',
    summary: 'Get a project',
    tags: ['projects'],
    params: pathOf('project'),
    response: { 200: one(projectJson), ...problems('forbidden', 'not_found') },
  }

  app.get('/projects/:project', { schema, config: { scope: 'projects:read' } }, async (request) => {
    const project = await findProject(peers, callerOf(request).accountId, request.params.project)
    return { data: toProjectJson(project), status: 200 as const }
  })
}
