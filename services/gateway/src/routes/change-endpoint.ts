import { Type } from '@pagebell/schema/type'
import { bodyProblems, formOrJson, one, pathOf, problems } from '../answers.ts'
import type { Route } from '../api.ts'
import { callerOf } from '../caller.ts'
import { endpointJson, toEndpointJson } from '../endpoint-json.ts'
import { findProject } from '../find-project.ts'
import { onlyThese } from '../json-types.ts'

export const changeEndpoint: Route = (app, { peers }) => {
  const schema = {
    operationId: 'changeEndpoint',
    summary: 'Disable or enable the address of events',
    description: 'Disabled, it is told nothing, and what waits for it is dropped. Enabling forgets its failures.',
    tags: ['events'],
    consumes: formOrJson,
    params: pathOf('project'),
    body: Type.Object({ enabled: Type.Boolean() }, onlyThese),
    response: { 200: one(endpointJson), ...problems('forbidden', 'not_found', ...bodyProblems) },
  }

  app.patch('/projects/:project/endpoint', { schema, config: { scope: 'projects:write' } }, async (request) => {
    const { accountId: account_id } = callerOf(request)
    const { project_id } = await findProject(peers, account_id, request.params.project)
    const { enabled } = request.body
    const endpoint = await peers.eventEndpoints.setEndpointEnabled({ account_id, project_id, enabled })
    return { data: toEndpointJson(endpoint), status: 200 as const }
  })
}
