import { fault } from '@pagebell/faults/fault'
import { Type } from '@pagebell/schema/type'
import { callerOf } from '../auth/caller.ts'
import { bodyProblems, deleted, formOrJson, one, pathParams, problems } from '../http/answers.ts'
import { idempotencyHeader } from '../http/idempotency.ts'
import type { Route, RoutesFile } from '../http/routes.ts'
import { named, onlyThese } from '../http/schemas.ts'
import { findProject } from '../projects/project.ts'
import { chosenEvents, endpointJson, newSecretJson, toEndpointJson } from './event-endpoint-json.ts'

const getEndpoint: Route = (app, { clients }) => {
  const schema = {
    operationId: 'getEndpoint',
    summary: 'Get the event endpoint of a project',
    params: pathParams('project'),
    response: { 200: one(endpointJson), ...problems('forbidden', 'not_found') },
  }

  app.get('/projects/:project/endpoint', { schema, config: { scope: 'projects:read' } }, async (request) => {
    const { accountId: account_id } = callerOf(request)
    const { project_id } = await findProject(clients, account_id, request.params.project)
    const endpoint = await clients.eventEndpoints.getEndpoint({ account_id, project_id })
    return { data: toEndpointJson(endpoint), status: 200 as const }
  })
}

const putBody = named(
  'PutEndpoint',
  Type.Object(
    {
      url: Type.String({ minLength: 1, maxLength: 2_048, description: 'http or https, on the public web.' }),
      events: Type.Optional(chosenEvents),
    },
    {
      ...onlyThese,
      description: 'The URL that receives events, and which events.',
      examples: [{ url: 'https://example.com/pagebell-events' }],
    },
  ),
)

const putEndpoint: Route = (app, { clients, publicUrl }) => {
  const schema = {
    operationId: 'putEndpoint',
    summary: 'Add or change the event endpoint of a project',
    description:
      'A new endpoint returns 201 with its secret, shown once; changing its URL or events keeps the secret. Events are sent by POST as JSON and signed as https://www.standardwebhooks.com describes. 2xx within 15 seconds acknowledges an event, 410 disables the endpoint, anything else is retried for five days. An event may arrive twice, late or in another order; `webhook-id` is the same each time.',
    consumes: formOrJson,
    params: pathParams('project'),
    body: putBody,
    response: {
      200: one(endpointJson),
      201: one(newSecretJson, 201),
      ...problems('forbidden', 'not_found', ...bodyProblems),
    },
  }

  app.put('/projects/:project/endpoint', { schema, config: { scope: 'projects:write' } }, async (request, reply) => {
    const { accountId: account_id } = callerOf(request)
    const { project, project_id } = await findProject(clients, account_id, request.params.project)
    const { url, events = [] } = request.body
    const settings = { account_id, project_id, project, url, events }
    const { endpoint, secret } = await clients.eventEndpoints.putEndpoint(settings)
    if (endpoint === null) throw fault('internal', 'the notifier saved an endpoint without answering it')
    if (secret === '') return { data: toEndpointJson(endpoint), status: 200 as const }
    const location = publicUrl(`/api/v1/projects/${project}/endpoint`)
    void reply.code(201).headers({ location, 'cache-control': 'no-store' })
    return { data: { ...toEndpointJson(endpoint), secret }, status: 201 as const }
  })
}

const changeEndpoint: Route = (app, { clients }) => {
  const schema = {
    operationId: 'changeEndpoint',
    summary: 'Disable or enable the event endpoint',
    description:
      'A disabled endpoint receives no events, and queued events are dropped. Enabling it resets its failures.',
    consumes: formOrJson,
    params: pathParams('project'),
    body: Type.Object({ enabled: Type.Boolean() }, onlyThese),
    response: { 200: one(endpointJson), ...problems('forbidden', 'not_found', ...bodyProblems) },
  }

  app.patch('/projects/:project/endpoint', { schema, config: { scope: 'projects:write' } }, async (request) => {
    const { accountId: account_id } = callerOf(request)
    const { project_id } = await findProject(clients, account_id, request.params.project)
    const { enabled } = request.body
    const endpoint = await clients.eventEndpoints.setEndpointEnabled({ account_id, project_id, enabled })
    return { data: toEndpointJson(endpoint), status: 200 as const }
  })
}

const deleteEndpoint: Route = (app, { clients }) => {
  const schema = {
    operationId: 'deleteEndpoint',
    summary: 'Delete the event endpoint and its events',
    params: pathParams('project'),
    response: { 200: deleted('endpoint'), ...problems('forbidden', 'not_found') },
  }

  app.delete('/projects/:project/endpoint', { schema, config: { scope: 'projects:write' } }, async (request) => {
    const { accountId: account_id } = callerOf(request)
    const { project_id } = await findProject(clients, account_id, request.params.project)
    const { id } = await clients.eventEndpoints.deleteEndpoint({ account_id, project_id })
    return { id, object: 'endpoint' as const, deleted: true as const, status: 200 as const }
  })
}

const grace = Type.Integer({
  minimum: 0,
  maximum: 604_800,
  default: 86_400,
  description: 'For how many seconds the previous secret also signs.',
})

const rotateEndpointSecret: Route = (app, { clients, publicUrl, idempotencyOf }) => {
  const schema = {
    operationId: 'rotateEndpointSecret',
    summary: 'Rotate the signing secret of the event endpoint',
    description: 'The secret is shown once.',
    consumes: formOrJson,
    params: pathParams('project'),
    headers: Type.Unsafe<object>({ type: 'object', properties: { ...idempotencyHeader } }),
    body: Type.Object({ grace }, onlyThese),
    response: { 201: one(newSecretJson, 201), ...problems('forbidden', 'not_found', 'conflict', ...bodyProblems) },
  }

  const path = '/projects/:project/endpoint/secret'
  app.post(path, { schema, config: { scope: 'projects:write' } }, async (request, reply) => {
    const { accountId: account_id } = callerOf(request)
    const { project, project_id } = await findProject(clients, account_id, request.params.project)
    const rotation = { account_id, project_id, grace_seconds: request.body.grace, ...idempotencyOf(request) }
    const { endpoint, secret } = await clients.eventEndpoints.rotateSecret(rotation)
    if (endpoint === null) throw fault('internal', 'the notifier rotated a secret without answering its endpoint')
    const location = publicUrl(`/api/v1/projects/${project}/endpoint`)
    void reply.code(201).headers({ location, 'cache-control': 'no-store' })
    return { data: { ...toEndpointJson(endpoint), secret }, status: 201 as const }
  })
}

export default {
  tag: 'events',
  routes: [getEndpoint, putEndpoint, changeEndpoint, deleteEndpoint, rotateEndpointSecret],
} satisfies RoutesFile
