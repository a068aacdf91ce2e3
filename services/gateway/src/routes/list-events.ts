import { eventStates, eventTypes, testType } from '@pagebell/outbound-events/event-types'
import { Type } from '@pagebell/schema/type'
import { pathOf, problems } from '../answers.ts'
import type { Route } from '../api.ts'
import { callerOf } from '../caller.ts'
import { eventJson, toEventJson } from '../endpoint-json.ts'
import { findProject } from '../find-project.ts'
import { oneOf, onlyThese, textOrNull } from '../json-types.ts'
import { linkTo, paging } from '../list-page.ts'

const querystring = Type.Object(
  {
    type: Type.Optional(oneOf([...eventTypes, testType])),
    status: Type.Optional(oneOf(eventStates)),
    per_page: paging.per_page,
    cursor: paging.cursor,
  },
  onlyThese,
)

const page = Type.Object({
  data: Type.Array(eventJson),
  links: Type.Object({ first: Type.String(), next: textOrNull() }),
  meta: Type.Object({ per_page: Type.Integer(), path: Type.String(), next_cursor: textOrNull() }),
  status: Type.Literal(200),
})

export const listEvents: Route = (app, { peers, publicUrl }) => {
  const schema = {
    operationId: 'listEvents',
    summary: 'What became of the newest events, newest first',
    description: 'Events are kept for 30 days, with every attempt to send them.',
    tags: ['events'],
    params: pathOf('project'),
    querystring,
    response: { 200: page, ...problems('forbidden', 'not_found') },
  }

  app.get('/projects/:project/endpoint/events', { schema, config: { scope: 'projects:read' } }, async (request) => {
    const { accountId: account_id } = callerOf(request)
    const { project, project_id } = await findProject(peers, account_id, request.params.project)
    const found = await peers.eventEndpoints.listEvents({ account_id, project_id, ...request.query })

    const path = publicUrl(`/api/v1/projects/${project}/endpoint/events`)
    const next_cursor = found.next_cursor ?? null
    const next = next_cursor === null ? null : linkTo(path, request.url, { cursor: next_cursor })
    return {
      data: found.events.map(toEventJson),
      links: { first: linkTo(path, request.url, {}), next },
      meta: { per_page: request.query.per_page, path, next_cursor },
      status: 200 as const,
    }
  })
}
