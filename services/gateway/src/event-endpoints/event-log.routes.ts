import { eventStates, eventTypes, testType } from '@pagebell/outbound-events/event-types'
import { Type } from '@pagebell/schema/type'
import { callerOf } from '../auth/caller.ts'
import { bodyProblems, formOrJson, one, pathParams, problems } from '../http/answers.ts'
import { idempotencyHeader } from '../http/idempotency.ts'
import { cursorEnvelope, cursorList, paging } from '../http/pagination.ts'
import type { Route, RoutesFile } from '../http/routes.ts'
import { oneOf, onlyThese } from '../http/schemas.ts'
import { findProject } from '../projects/project.ts'
import { eventJson, toEventJson } from './event-endpoint-json.ts'

const sendTestEvent: Route = (app, { clients, publicUrl, idempotencyOf }) => {
  const schema = {
    operationId: 'sendTestEvent',
    summary: 'Send a test event',
    description: 'Sent immediately, without retries. The list of events shows the result.',
    consumes: formOrJson,
    params: pathParams('project'),
    headers: Type.Unsafe<object>({ type: 'object', properties: { ...idempotencyHeader } }),
    body: Type.Object({}, onlyThese),
    response: { 201: one(eventJson, 201), ...problems('forbidden', 'not_found', 'conflict', ...bodyProblems) },
  }

  const path = '/projects/:project/endpoint/test'
  app.post(path, { schema, config: { scope: 'projects:write' } }, async (request, reply) => {
    const { accountId: account_id } = callerOf(request)
    const { project, project_id } = await findProject(clients, account_id, request.params.project)
    const { idempotency } = idempotencyOf(request)
    const test = { account_id, project_id, ...(idempotency && { idempotency_key: idempotency.key }) }
    const event = await clients.eventEndpoints.sendTest(test)
    void reply.code(201).header('location', publicUrl(`/api/v1/projects/${project}/endpoint/events`))
    return { data: toEventJson(event), status: 201 as const }
  })
}

const listQuery = Type.Object(
  {
    type: Type.Optional(oneOf([...eventTypes, testType])),
    status: Type.Optional(oneOf(eventStates)),
    per_page: paging.per_page,
    cursor: paging.cursor,
  },
  onlyThese,
)

const listEvents: Route = (app, { clients, publicUrl }) => {
  const schema = {
    operationId: 'listEvents',
    summary: 'List the events of a project, newest first',
    description: 'Events are kept for 30 days, with every attempt to send them.',
    params: pathParams('project'),
    querystring: listQuery,
    response: { 200: cursorList(eventJson), ...problems('forbidden', 'not_found') },
  }

  app.get('/projects/:project/endpoint/events', { schema, config: { scope: 'projects:read' } }, async (request) => {
    const { accountId: account_id } = callerOf(request)
    const { project, project_id } = await findProject(clients, account_id, request.params.project)
    const page = await clients.eventEndpoints.listEvents({ account_id, project_id, ...request.query })
    const path = publicUrl(`/api/v1/projects/${project}/endpoint/events`)
    return {
      data: page.events.map(toEventJson),
      ...cursorEnvelope(path, request.url, request.query.per_page, page.next_cursor),
      status: 200 as const,
    }
  })
}

export default { tag: 'events', routes: [sendTestEvent, listEvents] } satisfies RoutesFile
