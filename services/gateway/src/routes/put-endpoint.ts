import { fault } from '@pagebell/faults/fault'
import { Type } from '@pagebell/schema/type'
import { bodyProblems, formOrJson, one, pathOf, problems } from '../answers.ts'
import type { Route } from '../api.ts'
import { callerOf } from '../caller.ts'
import { chosenEvents, endpointJson, newSecretJson, toEndpointJson } from '../endpoint-json.ts'
import { findProject } from '../find-project.ts'
import { onlyThese } from '../json-types.ts'
import { named } from '../openapi/named-schema.ts'

const body = named(
  'PutEndpoint',
  Type.Object(
    {
      url: Type.String({ minLength: 1, maxLength: 2_048, description: 'http or https, on the public web.' }),
      events: Type.Optional(chosenEvents),
    },
    {
      ...onlyThese,
      description: 'Where to send events, and which.',
      examples: [{ url: 'https://example.com/pagebell-events' }],
    },
  ),
)

export const putEndpoint: Route = (app, { peers, publicUrl }) => {
  const schema = {
    operationId: 'putEndpoint',
    summary: "Name the address that is told of a project's events",
    description:
      'A new one is answered 201 with its secret, this once; a change of its address or events keeps the secret. Events are posted as JSON and signed as https://www.standardwebhooks.com describes; 2xx within 15 seconds takes one, 410 ends all, anything else is tried again for five days. An event may come twice, late, and in another order: `webhook-id` tells.',
    tags: ['events'],
    consumes: formOrJson,
    params: pathOf('project'),
    body,
    response: {
      200: one(endpointJson),
      201: one(newSecretJson, 201),
      ...problems('forbidden', 'not_found', ...bodyProblems),
    },
  }

  app.put('/projects/:project/endpoint', { schema, config: { scope: 'projects:write' } }, async (request, reply) => {
    const { accountId: account_id } = callerOf(request)
    const { project, project_id } = await findProject(peers, account_id, request.params.project)
    const { url, events = [] } = request.body
    const { endpoint, secret } = await peers.eventEndpoints.putEndpoint({
      account_id,
      project_id,
      project,
      url,
      events,
    })
    if (endpoint === null) throw fault('internal', 'the notifier saved an endpoint without answering it')
    if (secret === '') return { data: toEndpointJson(endpoint), status: 200 as const }
    const location = publicUrl(`/api/v1/projects/${project}/endpoint`)
    void reply.code(201).headers({ location, 'cache-control': 'no-store' })
    return { data: { ...toEndpointJson(endpoint), secret }, status: 201 as const }
  })
}
