import { Type } from '@pagebell/schema/type'
import { bodyProblems, formOrJson, one, pathParams, problems } from '../http/answers.ts'
import { idempotencyHeaders } from '../http/idempotency.ts'
import { cursorEnvelope, cursorList } from '../http/pagination.ts'
import type { Route, RoutesFile } from '../http/routes.ts'
import { onlyThese } from '../http/schemas.ts'
import { findEndpointPlace } from './endpoint-place.ts'
import { eventJson, eventQuery, toEventJson } from './event-endpoint-json.ts'

const eventsPath = (project: string, endpointId: string): string =>
  `/api/v1/projects/${project}/event-endpoints/${endpointId}/events`

const testEventEndpoint: Route = (app, api) => {
  const schema = {
    operationId: 'testEventEndpoint',
    summary: 'Send a test event to an endpoint',
    description: 'Sent immediately, without retries. The list of events shows the result.',
    consumes: formOrJson,
    params: pathParams('project', 'endpoint'),
    headers: idempotencyHeaders,
    body: Type.Object({}, onlyThese),
    response: { 201: one(eventJson, 201), ...problems('forbidden', 'not_found', 'conflict', ...bodyProblems) },
  }

  const path = '/projects/:project/event-endpoints/:endpoint/test'
  app.post(path, { schema, config: { scope: 'projects:write' } }, async (request, reply) => {
    const { project, place } = await findEndpointPlace(api, request)
    const { idempotency } = api.idempotencyOf(request)
    const test = { ...place, ...(idempotency && { idempotency_key: idempotency.key }) }
    const event = await api.clients.projectEndpoints.sendTest(test)
    void reply.code(201).header('location', api.publicUrl(eventsPath(project, place.endpoint_id)))
    return { data: toEventJson(event), status: 201 as const }
  })
}

const listEndpointEvents: Route = (app, api) => {
  const schema = {
    operationId: 'listEndpointEvents',
    summary: 'List the events of an endpoint, newest first',
    description: 'Events are kept for 30 days, with every attempt to send them to this endpoint.',
    params: pathParams('project', 'endpoint'),
    querystring: eventQuery,
    response: { 200: cursorList(eventJson), ...problems('forbidden', 'not_found') },
  }

  const path = '/projects/:project/event-endpoints/:endpoint/events'
  app.get(path, { schema, config: { scope: 'projects:read' } }, async (request) => {
    const { project, place } = await findEndpointPlace(api, request)
    const page = await api.clients.projectEndpoints.listEvents({ ...place, ...request.query })
    const listUrl = api.publicUrl(eventsPath(project, place.endpoint_id))
    return {
      data: page.events.map(toEventJson),
      ...cursorEnvelope(listUrl, request.url, request.query.per_page, page.next_cursor),
      status: 200 as const,
    }
  })
}

export default { tag: 'events', routes: [testEventEndpoint, listEndpointEvents] } satisfies RoutesFile
