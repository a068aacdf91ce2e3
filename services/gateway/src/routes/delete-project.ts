import { deleted, pathOf, problems } from '../answers.ts'
import type { Route } from '../api.ts'
import { callerOf } from '../caller.ts'
import { findProject } from '../find-project.ts'

export const deleteProject: Route = (app, { peers }) => {
  const schema = {
    operationId: 'deleteProject',
    summary: 'Delete a project, its reports and its webhook',
    description: 'Its tokens stop before this answers; URLs that are not delivered yet are dropped.',
    tags: ['projects'],
    params: pathOf('project'),
    response: { 200: deleted('project'), ...problems('forbidden', 'not_found') },
  }

  app.delete('/projects/:project', { schema, config: { scope: 'projects:write' } }, async (request) => {
    const { accountId: account_id } = callerOf(request)
    const { project_id, project } = await findProject(peers, account_id, request.params.project)
    await peers.quotas.closeProject({ account_id, project_id })
    await peers.projects.deleteProject({ account_id, project })
    return { id: project_id, object: 'project' as const, deleted: true as const, status: 200 as const }
  })
}
