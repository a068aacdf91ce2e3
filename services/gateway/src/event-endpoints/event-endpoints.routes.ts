import { fault } from '@pagebell/faults/fault'
import { signedFormat } from '@pagebell/outbound-events/event-formats'
import type { SavedEndpoint__Output as SavedEndpoint } from '@pagebell/protos/notifier/v1/event_endpoints'
import { Type } from '@pagebell/schema/type'
import type { FastifyReply } from 'fastify'
import { bodyProblems, deleted, deletedAnswer, formOrJson, one, pathParams, problems } from '../http/answers.ts'
import { showOnceHeaders } from '../http/idempotency.ts'
import type { Api, Route, RoutesFile } from '../http/routes.ts'
import { named, onlyThese } from '../http/schemas.ts'
import { projectOfPath } from '../projects/project.ts'
import { findEndpointPlace } from './endpoint-place.ts'
import {
  chosenEvents,
  endpointJson,
  formatField,
  newSecretJson,
  secretGrace,
  toEndpointJson,
} from './event-endpoint-json.ts'

/** The endpoint with its secret, which is shown once. */
function showOnce({ endpoint, secret }: SavedEndpoint, project: string, { publicUrl }: Api, reply: FastifyReply) {
  if (endpoint === null) throw fault('internal', 'the notifier answered a new secret without its endpoint')
  const location = publicUrl(`/api/v1/projects/${project}/event-endpoints/${endpoint.id}`)
  void reply.code(201).headers({ location, 'cache-control': 'no-store' })
  return { data: { ...toEndpointJson(endpoint), secret }, status: 201 as const }
}

const listEventEndpoints: Route = (app, { clients }) => {
  const schema = {
    operationId: 'listEventEndpoints',
    summary: 'List the event endpoints of a project, oldest first',
    params: pathParams('project'),
    response: { 200: one(Type.Array(endpointJson)), ...problems('forbidden', 'not_found') },
  }

  app.get('/projects/:project/event-endpoints', { schema, config: { scope: 'projects:read' } }, async (request) => {
    const { account_id, project_id } = await projectOfPath(clients, request)
    const { endpoints } = await clients.projectEndpoints.listEndpoints({ account_id, project_id })
    return { data: endpoints.map(toEndpointJson), status: 200 as const }
  })
}

const nameField = Type.String({
  minLength: 1,
  maxLength: 100,
  description: 'For its owner. By default the host of the URL. `default` is the endpoint of the deprecated routes.',
})
const urlField = Type.String({
  minLength: 1,
  maxLength: 2_048,
  description:
    'http or https, on the public web. For a format other than `pagebell`, the address that the service gives; for `email`, `mailto:` and an address.',
})

const createBody = named(
  'CreateEventEndpoint',
  Type.Object(
    {
      name: Type.Optional(nameField),
      format: Type.Optional(formatField),
      url: urlField,
      events: Type.Optional(chosenEvents),
    },
    {
      ...onlyThese,
      description: 'The URL that receives events, which events, and in which form: `pagebell` if none is named.',
      examples: [
        { name: 'Alerts', url: 'https://example.com/pagebell-events', events: ['report.worsened', 'quota.warning'] },
        {
          name: 'Team',
          format: 'slack',
          url: 'https://hooks.slack.com/services/T0/B0/x7Qa',
          events: ['watch.trouble'],
        },
      ],
    },
  ),
)

const createEventEndpoint: Route = (app, api) => {
  const schema = {
    operationId: 'createEventEndpoint',
    summary: 'Add an event endpoint to a project',
    description:
      'Its secret is answered this once. A project can have as many as its operator allows, 10 by default. Events are sent by POST as JSON and signed as https://www.standardwebhooks.com describes. 2xx within 15 seconds acknowledges an event, 410 disables the endpoint, anything else is retried for five days. Endpoints do not wait for each other. An event may arrive twice, late or in another order; `webhook-id` is the same each time. The other formats get a message in words instead, with the same headers; their `url` is stored encrypted and shown shortened. The format stays what it is. An endpoint of format `email` is disabled until its recipient confirms the address by the link of a mail; `422 no_mail_server` where the operator has no mail server.',
    consumes: formOrJson,
    params: pathParams('project'),
    headers: showOnceHeaders('secret_already_shown'),
    body: createBody,
    response: { 201: one(newSecretJson, 201), ...problems('forbidden', 'not_found', 'conflict', ...bodyProblems) },
  }

  const path = '/projects/:project/event-endpoints'
  app.post(path, { schema, config: { scope: 'projects:write' } }, async (request, reply) => {
    const { account_id, project, project_id } = await projectOfPath(api.clients, request)
    const { events = [], name, format = signedFormat, url } = request.body
    const address = format === signedFormat ? { url } : { url: '', receiver: { format, url } }
    const about = { account_id, project_id, project, ...(name !== undefined && { name }), ...address, events }
    const endpoint = { ...about, ...api.idempotencyOf(request) }
    return showOnce(await api.clients.projectEndpoints.createEndpoint(endpoint), project, api, reply)
  })
}

const getEventEndpoint: Route = (app, api) => {
  const schema = {
    operationId: 'getEventEndpoint',
    summary: 'Get an event endpoint',
    params: pathParams('project', 'endpoint'),
    response: { 200: one(endpointJson), ...problems('forbidden', 'not_found') },
  }

  const path = '/projects/:project/event-endpoints/:endpoint'
  app.get(path, { schema, config: { scope: 'projects:read' } }, async (request) => {
    const { place } = await findEndpointPlace(api, request)
    return { data: toEndpointJson(await api.clients.projectEndpoints.getEndpoint(place)), status: 200 as const }
  })
}

const changeBody = named(
  'ChangeEventEndpoint',
  Type.Object(
    {
      name: Type.Optional(nameField),
      url: Type.Optional(urlField),
      events: Type.Optional(chosenEvents),
      enabled: Type.Optional(Type.Boolean({ description: 'false: nothing is sent, and queued events are dropped.' })),
    },
    { ...onlyThese, description: 'What is left out stays as it is.', examples: [{ enabled: false }] },
  ),
)

const changeEventEndpoint: Route = (app, api) => {
  const schema = {
    operationId: 'changeEventEndpoint',
    summary: 'Change, disable or enable an event endpoint',
    description:
      'The secret stays. A new URL forgets the failures of the one before, and so does enabling. The address of format `email` stays; enabling one that is not confirmed has the mail sent again.',
    consumes: formOrJson,
    params: pathParams('project', 'endpoint'),
    body: changeBody,
    response: { 200: one(endpointJson), ...problems('forbidden', 'not_found', ...bodyProblems) },
  }

  const path = '/projects/:project/event-endpoints/:endpoint'
  app.patch(path, { schema, config: { scope: 'projects:write' } }, async (request) => {
    const { place } = await findEndpointPlace(api, request)
    const { events, ...changes } = request.body
    const chosen = { events: events === undefined ? null : { types: events } }
    const endpoint = await api.clients.projectEndpoints.changeEndpoint({ ...place, ...changes, ...chosen })
    return { data: toEndpointJson(endpoint), status: 200 as const }
  })
}

const deleteEventEndpoint: Route = (app, api) => {
  const schema = {
    operationId: 'deleteEventEndpoint',
    summary: 'Delete an event endpoint and its events',
    params: pathParams('project', 'endpoint'),
    response: { 200: deleted('event_endpoint'), ...problems('forbidden', 'not_found') },
  }

  const path = '/projects/:project/event-endpoints/:endpoint'
  app.delete(path, { schema, config: { scope: 'projects:write' } }, async (request) => {
    const { place } = await findEndpointPlace(api, request)
    const { id } = await api.clients.projectEndpoints.deleteEndpoint(place)
    return deletedAnswer('event_endpoint', id)
  })
}

const rotateEventEndpointSecret: Route = (app, api) => {
  const schema = {
    operationId: 'rotateEventEndpointSecret',
    summary: 'Rotate the signing secret of an event endpoint',
    description: 'The secret is shown once. Those of other endpoints stay.',
    consumes: formOrJson,
    params: pathParams('project', 'endpoint'),
    headers: showOnceHeaders('secret_already_shown'),
    body: Type.Object({ grace: secretGrace }, onlyThese),
    response: { 201: one(newSecretJson, 201), ...problems('forbidden', 'not_found', 'conflict', ...bodyProblems) },
  }

  const path = '/projects/:project/event-endpoints/:endpoint/rotate-secret'
  app.post(path, { schema, config: { scope: 'projects:write' } }, async (request, reply) => {
    const { project, place } = await findEndpointPlace(api, request)
    const rotation = { ...place, grace_seconds: request.body.grace, ...api.idempotencyOf(request) }
    return showOnce(await api.clients.projectEndpoints.rotateSecret(rotation), project, api, reply)
  })
}

export default {
  tag: 'events',
  routes: [
    listEventEndpoints,
    createEventEndpoint,
    getEventEndpoint,
    changeEventEndpoint,
    deleteEventEndpoint,
    rotateEventEndpointSecret,
  ],
} satisfies RoutesFile
