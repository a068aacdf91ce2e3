import { type Html, html } from '@pagebell/html/template'
import type {
  RequestList__Output as RequestList,
  WebhookRequest__Output as WebhookRequest,
} from '@pagebell/protos/intake/v1/requests'
import type { Source__Output as Source } from '@pagebell/protos/intake/v1/sources'
import { type Static, Type } from '@pagebell/schema/type'
import { pagingFields } from '../../forms/fields.ts'
import { counted, timeTag } from '../../html/format.ts'
import { type Frame, frameOf, sendPage } from '../../html/frame.ts'
import { httpStatusBadge } from '../../parts/badge.ts'
import { cursorPager, linkTo } from '../../parts/pager.ts'
import { type Tab, tabs } from '../../parts/tab-list.ts'
import { type Column, empty, table } from '../../parts/table.ts'
import { type Route, signedInRoutes } from '../../route.ts'
import { projectOfPath } from './project-of-path.ts'
import { resultWithEvent } from './request-result.ts'
import { projectPage } from './tabs.ts'

const filters = Type.Object({
  outcome: Type.Optional(Type.String({ enum: ['answered', 'refused'] })),
  source: Type.Optional(Type.String({ format: 'uuid' })),
  per_page: pagingFields.per_page,
  cursor: pagingFields.cursor,
})
type Filters = Static<typeof filters>

type RequestsPage = { project: string; filters: Filters; found: RequestList; sources: Source[] }

function requestsPage(frame: Frame, { project, filters, found, sources }: RequestsPage): Html {
  const { outcome, cursor } = filters
  const { requests, next_cursor } = found
  const only = sources.find(({ source_id }) => source_id === filters.source?.toLowerCase())
  const tab = (value: string | undefined, name: string): Tab => ({
    to: linkTo(frame.path, { outcome: value }),
    name,
    current: value === outcome ? 'true' : undefined,
  })
  const outcomes = tabs('Outcome', [tab(undefined, 'All'), tab('answered', 'Answered'), tab('refused', 'Refused')])
  const of =
    filters.source !== undefined &&
    html`<p class="hint">Only of the source ${only?.name ?? 'that was deleted'}.
<a href="${linkTo(frame.path, { source: undefined })}">Show all</a></p>`
  const body = html`<section aria-labelledby="requests"><h2 id="requests" class="unseen">Requests</h2>${outcomes}${of}
<div id="list" tabindex="-1">
<p class="hint list-count" role="status" tabindex="-1">${counted(requests.length, 'request')} shown</p>
<div class="card flush">
${requests.length === 0 ? noRequests(filters, project) : requestTable(frame, project, requests, sources)}
</div>${cursorPager(frame, cursor, next_cursor)}</div></section>`
  const lead =
    'Every call of the webhook and the sources in the last 7 days, refused ones too. Bodies and tokens are not stored.'
  return projectPage(frame, { project, tab: 'Requests', lead, body })
}

const requestTable = (frame: Frame, project: string, requests: WebhookRequest[], sources: Source[]): Html => {
  const names = new Map(sources.map(({ source_id, name }) => [source_id, name]))
  const columns: Column<WebhookRequest>[] = [
    {
      name: 'Received',
      cell: ({ request_id, received_at, requests: calls }) =>
        html`<a href="/projects/${project}/requests/${request_id}">${timeTag(received_at, frame.now)}</a>
${calls > 1 && html`<span class="two">${counted(calls, 'call')}</span>`}`,
    },
    { name: 'Status', cell: ({ status }) => httpStatusBadge(status) },
    {
      name: 'To',
      cell: ({ source_id: id }) => (id === undefined ? 'Webhook' : (names.get(id) ?? 'a deleted source')),
    },
    {
      name: 'Client',
      cell: ({ address, agent }) => html`<span>${address}<span class="two agent">${agent ?? ''}</span></span>`,
    },
    { name: 'Result', kind: 'main', cell: resultWithEvent },
  ]
  return table('Requests of the webhook', columns, requests)
}

function noRequests({ outcome, source }: Filters, project: string): Html {
  if (outcome !== undefined || source !== undefined)
    return empty('deliveries', 'No such request', 'In the last 7 days.')
  const create = html`<a class="button" href="/projects/${project}/webhook">Webhook</a>`
  return empty(
    'deliveries',
    'No request in the last 7 days',
    'Calls of the webhook appear here within seconds.',
    create,
  )
}

const params = Type.Object({ project: Type.String() })

const listRequests: Route = (app, tools) => {
  const schema = { params, querystring: filters }
  app.get('/projects/:project/requests', { schema }, async (request, reply) => {
    const { account_id, project, project_id } = await projectOfPath(tools.clients, request)
    const { query: filters } = request
    const { outcome, source: source_id, per_page, cursor } = filters
    const refused = outcome === undefined ? undefined : outcome === 'refused'
    const { clients } = tools
    const [found, { sources }] = await Promise.all([
      clients.requests.listRequests({ account_id, project_id, refused, source_id, per_page, cursor }),
      clients.sources.listSources({ account_id, project_id }),
    ])
    return sendPage(reply, requestsPage(frameOf(request, reply, tools), { project, filters, found, sources }))
  })
}

export default signedInRoutes(listRequests)
