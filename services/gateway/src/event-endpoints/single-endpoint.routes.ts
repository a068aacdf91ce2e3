import { fault } from '@pagebell/faults/fault'
import { Type } from '@pagebell/schema/type'
import { bodyProblems, deleted, deletedAnswer, formOrJson, one, pathParams, problems } from '../http/answers.ts'
import { idempotencyHeaders, showOnceHeaders } from '../http/idempotency.ts'
import { cursorEnvelope, cursorList } from '../http/pagination.ts'
import type { Route, RoutesFile } from '../http/routes.ts'
import { named, onlyThese } from '../http/schemas.ts'
import { projectOfPath } from '../projects/project.ts'
import {
  chosenEvents,
  endpointJson,
  eventJson,
  eventQuery,
  newSecretJson,
  secretGrace,
  toEndpointJson,
  toEventJson,
} from './event-endpoint-json.ts'

/** Kept for one release: a project had one endpoint, which is now the one named default. */
const older = (instead: string) => ({
  deprecated: true,
  description: `About the endpoint named default, and kept for clients of before. Use ${instead}.`,
})

const getEndpoint: Route = (app, { clients }) => {
  const schema = {
    operationId: 'getEndpoint',
    summary: 'Get the event endpoint of a project (use event-endpoints)',
    ...older('`GET /projects/{project}/event-endpoints/{endpoint}`'),
    params: pathParams('project'),
    response: { 200: one(endpointJson), ...problems('forbidden', 'not_found') },
  }

  app.get('/projects/:project/endpoint', { schema, config: { scope: 'projects:read' } }, async (request) => {
    const { account_id, project_id } = await projectOfPath(clients, request)
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
    summary: 'Add or change the event endpoint of a project (use event-endpoints)',
    ...older('`POST /projects/{project}/event-endpoints`, and `PATCH` to change one'),
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
    const { account_id, project, project_id } = await projectOfPath(clients, request)
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
    summary: 'Disable or enable the event endpoint (use event-endpoints)',
    ...older('`PATCH /projects/{project}/event-endpoints/{endpoint}`'),
    consumes: formOrJson,
    params: pathParams('project'),
    body: Type.Object({ enabled: Type.Boolean() }, onlyThese),
    response: { 200: one(endpointJson), ...problems('forbidden', 'not_found', ...bodyProblems) },
  }

  app.patch('/projects/:project/endpoint', { schema, config: { scope: 'projects:write' } }, async (request) => {
    const { account_id, project_id } = await projectOfPath(clients, request)
    const { enabled } = request.body
    const endpoint = await clients.eventEndpoints.setEndpointEnabled({ account_id, project_id, enabled })
    return { data: toEndpointJson(endpoint), status: 200 as const }
  })
}

const deleteEndpoint: Route = (app, { clients }) => {
  const schema = {
    operationId: 'deleteEndpoint',
    summary: 'Delete the event endpoint and its events (use event-endpoints)',
    ...older('`DELETE /projects/{project}/event-endpoints/{endpoint}`'),
    params: pathParams('project'),
    response: { 200: deleted('endpoint'), ...problems('forbidden', 'not_found') },
  }

  app.delete('/projects/:project/endpoint', { schema, config: { scope: 'projects:write' } }, async (request) => {
    const { account_id, project_id } = await projectOfPath(clients, request)
    const { id } = await clients.eventEndpoints.deleteEndpoint({ account_id, project_id })
    return deletedAnswer('endpoint', id)
  })
}

const rotateEndpointSecret: Route = (app, { clients, publicUrl, idempotencyOf }) => {
  const schema = {
    operationId: 'rotateEndpointSecret',
    summary: 'Rotate the signing secret of the event endpoint (use event-endpoints)',
    ...older('`POST /projects/{project}/event-endpoints/{endpoint}/rotate-secret`'),
    consumes: formOrJson,
    params: pathParams('project'),
    headers: showOnceHeaders('secret_already_shown'),
    body: Type.Object({ grace: secretGrace }, onlyThese),
    response: { 201: one(newSecretJson, 201), ...problems('forbidden', 'not_found', 'conflict', ...bodyProblems) },
  }

  const path = '/projects/:project/endpoint/secret'
  app.post(path, { schema, config: { scope: 'projects:write' } }, async (request, reply) => {
    const { account_id, project, project_id } = await projectOfPath(clients, request)
    const rotation = { account_id, project_id, grace_seconds: request.body.grace, ...idempotencyOf(request) }
    const { endpoint, secret } = await clients.eventEndpoints.rotateSecret(rotation)
    if (endpoint === null) throw fault('internal', 'the notifier rotated a secret without answering its endpoint')
    const location = publicUrl(`/api/v1/projects/${project}/endpoint`)
    void reply.code(201).headers({ location, 'cache-control': 'no-store' })
    return { data: { ...toEndpointJson(endpoint), secret }, status: 201 as const }
  })
}

const sendTestEvent: Route = (app, { clients, publicUrl, idempotencyOf }) => {
  const schema = {
    operationId: 'sendTestEvent',
    summary: 'Send a test event (use event-endpoints)',
    ...older('`POST /projects/{project}/event-endpoints/{endpoint}/test`'),
    consumes: formOrJson,
    params: pathParams('project'),
    headers: idempotencyHeaders,
    body: Type.Object({}, onlyThese),
    response: { 201: one(eventJson, 201), ...problems('forbidden', 'not_found', 'conflict', ...bodyProblems) },
  }

  const path = '/projects/:project/endpoint/test'
  app.post(path, { schema, config: { scope: 'projects:write' } }, async (request, reply) => {
    const { account_id, project, project_id } = await projectOfPath(clients, request)
    const { idempotency } = idempotencyOf(request)
    const test = { account_id, project_id, ...(idempotency && { idempotency_key: idempotency.key }) }
    const event = await clients.eventEndpoints.sendTest(test)
    void reply.code(201).header('location', publicUrl(`/api/v1/projects/${project}/endpoint/events`))
    return { data: toEventJson(event), status: 201 as const }
  })
}

const listEvents: Route = (app, { clients, publicUrl }) => {
  const schema = {
    operationId: 'listEvents',
    summary: 'List the events of the event endpoint, newest first (use event-endpoints)',
    ...older('`GET /projects/{project}/event-endpoints/{endpoint}/events`'),
    params: pathParams('project'),
    querystring: eventQuery,
    response: { 200: cursorList(eventJson), ...problems('forbidden', 'not_found') },
  }

  app.get('/projects/:project/endpoint/events', { schema, config: { scope: 'projects:read' } }, async (request) => {
    const { account_id, project, project_id } = await projectOfPath(clients, request)
    const page = await clients.eventEndpoints.listEvents({ account_id, project_id, ...request.query })
    const path = publicUrl(`/api/v1/projects/${project}/endpoint/events`)
    return {
      data: page.events.map(toEventJson),
      ...cursorEnvelope(path, request.url, request.query.per_page, page.next_cursor),
      status: 200 as const,
    }
  })
}

export default {
  tag: 'events',
  routes: [getEndpoint, putEndpoint, changeEndpoint, deleteEndpoint, rotateEndpointSecret, sendTestEvent, listEvents],
} satisfies RoutesFile
