import { type Html, html, type Part } from '@pagebell/html/template'
import type { EventEndpoint__Output as EventEndpoint } from '@pagebell/protos/notifier/v1/event_endpoints'
import { Type } from '@pagebell/schema/type'
import { counted, exactTime, timeTag } from '../../../html/format.ts'
import { type Frame, frameOf, sendPage } from '../../../html/frame.ts'
import { hookBadge } from '../../../parts/badge.ts'
import { noticeAt } from '../../../parts/notice.ts'
import { empty, table } from '../../../parts/table.ts'
import { shownUrl } from '../../../parts/url.ts'
import { type Route, signedInRoutes } from '../../../route.ts'
import { projectOfPath } from '../project-of-path.ts'
import { projectPage } from '../tabs.ts'
import { formatName } from './endpoint-formats.ts'

type EndpointsPage = { project: string; endpoints: EventEndpoint[]; limit: number }

function endpointsPage(frame: Frame, { project, endpoints, limit }: EndpointsPage): Html {
  const add = html`<a class="button main" href="/projects/${project}/events/new">Add an endpoint</a>`
  const none = empty(
    'deliveries',
    'No endpoint yet',
    `Add a program, a chat or a mailbox: it receives an event when a report or batch of ${project} ends.`,
    add,
  )
  const list = html`<div class="card flush">${
    endpoints.length === 0 ? none : endpointTable(frame, project, endpoints)
  }</div>`
  const isFull = endpoints.length >= limit
  const full = html`<p class="hint">A project can have at most ${counted(limit, 'endpoint')}.
Remove one to add another.</p>`
  return projectPage(frame, {
    project,
    tab: 'Events',
    lead: 'Addresses that receive events, each with its own choice of events, secret and log.',
    actions: endpoints.length > 0 && !isFull && add,
    body: html`<section aria-labelledby="events"><h2 id="events" class="unseen">Endpoints</h2>
${noticeAt(frame, 'events')}${list}${isFull && full}</section>`,
  })
}

const endpointTable = (frame: Frame, project: string, endpoints: EventEndpoint[]): Html =>
  table<EventEndpoint>(
    'Event endpoints of the project',
    [
      {
        name: 'Name',
        kind: 'main',
        cell: ({ id, name, url }) =>
          html`<a href="/projects/${project}/events/${id}">${name}</a><span class="two">${shownUrl(url)}</span>`,
      },
      { name: 'Format', cell: ({ format }) => formatName(format) },
      { name: 'State', cell: ({ enabled }) => hookBadge(enabled) },
      { name: 'Events', cell: ({ events, all_events }) => (all_events ? 'all' : counted(events.length, 'event')) },
      { name: 'Failing', cell: ({ failing_since: since }): Part => (since === undefined ? 'no' : exactTime(since)) },
      { name: 'Created', cell: ({ created_at }) => timeTag(created_at, frame.now) },
    ],
    endpoints,
  )

const params = Type.Object({ project: Type.String() })

const listEndpoints: Route = (app, tools) => {
  app.get('/projects/:project/events', { schema: { params } }, async (request, reply) => {
    const { account_id, project, project_id } = await projectOfPath(tools.clients, request)
    const found = await tools.clients.projectEndpoints.listEndpoints({ account_id, project_id })
    return sendPage(reply, endpointsPage(frameOf(request, reply, tools), { project, ...found }))
  })
}

export default signedInRoutes(listEndpoints)
