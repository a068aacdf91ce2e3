import { eventStates, eventTypes, testType } from '@pagebell/outbound-events/event-types'
import { Type } from '@pagebell/schema/type'
import { pathOf, problems } from '../answers.ts'
import type { Route } from '../api.ts'
import { callerOf } from '../caller.ts'
import { eventJson, toEventJson } from '../endpoint-json.ts'
import { findProject } from '../find-project.ts'
import { oneOf, onlyThese } from '../json-types.ts'
import { cursorFacts, cursorList, paging } from '../list-page.ts'

const querystring = Type.Object(
  {
    type: Type.Optional(oneOf([...eventTypes, testType])),
    status: Type.Optional(oneOf(eventStates)),
    per_page: paging.per_page,
    cursor: paging.cursor,
  },
  onlyThese,
)

export const listEvents: Route = (app, { peers, publicUrl }) => {
  const schema = {
    operationId: 'listEvents',
    summary: 'What became of the newest events, newest first',
    description: 'Events are kept for 30 days, with every attempt to send them.',
    tags: ['events'],
    params: pathOf('project'),
    querystring,
    response: { 200: cursorList(eventJson), ...problems('forbidden', 'not_found') },
  }

  app.get('/projects/:project/endpoint/events', { schema, config: { scope: 'projects:read' } }, async (request) => {
    const { accountId: account_id } = callerOf(request)
    const { project, project_id } = await findProject(peers, account_id, request.params.project)
    const found = await peers.eventEndpoints.listEvents({ account_id, project_id, ...request.query })

    const path = publicUrl(`/api/v1/projects/${project}/endpoint/events`)
    return {
      data: found.events.map(toEventJson),
      ...cursorFacts(path, request.url, request.query.per_page, found.next_cursor),
      status: 200 as const,
    }
  })
}
