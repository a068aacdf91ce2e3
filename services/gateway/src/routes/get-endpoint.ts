import { one, pathOf, problems } from '../answers.ts'
import type { Route } from '../api.ts'
import { callerOf } from '../caller.ts'
import { endpointJson, toEndpointJson } from '../endpoint-json.ts'
import { findProject } from '../find-project.ts'

export const getEndpoint: Route = (app, { peers }) => {
  const schema = {
    operationId: 'getEndpoint',
    summary: "The address that is told of a project's events",
    tags: ['events'],
    params: pathOf('project'),
    response: { 200: one(endpointJson), ...problems('forbidden', 'not_found') },
  }

  app.get('/projects/:project/endpoint', { schema, config: { scope: 'projects:read' } }, async (request) => {
    const { accountId: account_id } = callerOf(request)
    const { project_id } = await findProject(peers, account_id, request.params.project)
    const endpoint = await peers.eventEndpoints.getEndpoint({ account_id, project_id })
    return { data: toEndpointJson(endpoint), status: 200 as const }
  })
}
