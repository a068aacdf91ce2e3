import { deleted, pathOf, problems } from '../answers.ts'
import type { Route } from '../api.ts'
import { callerOf } from '../caller.ts'
import { findProject } from '../find-project.ts'

export const deleteEndpoint: Route = (app, { peers }) => {
  const schema = {
    operationId: 'deleteEndpoint',
    summary: 'Forget the address of events, and its events',
    tags: ['events'],
    params: pathOf('project'),
    response: { 200: deleted('endpoint'), ...problems('forbidden', 'not_found') },
  }

  app.delete('/projects/:project/endpoint', { schema, config: { scope: 'projects:write' } }, async (request) => {
    const { accountId: account_id } = callerOf(request)
    const { project_id } = await findProject(peers, account_id, request.params.project)
    const { id } = await peers.eventEndpoints.deleteEndpoint({ account_id, project_id })
    return { id, object: 'endpoint' as const, deleted: true as const, status: 200 as const }
  })
}
