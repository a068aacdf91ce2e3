import { randomUUID } from 'node:crypto'
import { fault } from '@pagebell/faults/fault'
import { html } from '@pagebell/html/template'
import type { Source__Output as Source, SourceKind__Output as SourceKind } from '@pagebell/protos/intake/v1/sources'
import { Type } from '@pagebell/schema/type'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Clients, findProject } from '../../../clients/clients.ts'
import { frameOf, sendFragment, sendPage } from '../../../html/frame.ts'
import { type PanelTools, type Route, signedInRoutes } from '../../../route.ts'
import { accountOf } from '../../../session/request-session.ts'
import { projectPage } from '../tabs.ts'
import { lastRequests, liveCard, liveLine, shownRequests } from './live-requests.ts'
import {
  factsCard,
  type RotationErrors,
  rotationCard,
  type SettingsErrors,
  settingsCard,
  stopCard,
} from './source-cards.ts'
import { sampleOf, type Trial, tryCard } from './try-card.ts'

export const sourceParams = Type.Object({ project: Type.String(), source: Type.String({ format: 'uuid' }) })
type SourceParams = { project: string; source: string }

/** The source of a path with its kind. Throws fault not_found, also for one of another account. */
export async function findSource(clients: Clients, account_id: string, params: SourceParams) {
  const { project, project_id } = await findProject(clients, account_id, params.project)
  const place = { account_id, project_id, source_id: params.source }
  const [source, { kinds }] = await Promise.all([clients.sources.getSource(place), clients.sources.listKinds({})])
  return { project, place: { ...place, source_id: source.source_id }, source, kind: kindOf(source, kinds) }
}

function kindOf(source: Source, kinds: SourceKind[]): SourceKind {
  const kind = kinds.find((one) => one.kind === source.kind)
  if (kind === undefined) throw fault('internal', `intake lists no kind ${source.kind}, which a source has`)
  return kind
}

const listRequests = ({ requests }: Clients, place: { account_id: string; project_id: string; source_id: string }) =>
  requests.listRequests({ ...place, refused: undefined, per_page: shownRequests, cursor: undefined })

/** What a form of the page showed before, to be shown again. */
type FormState = { trial?: Trial; settings?: SettingsErrors; rotation?: RotationErrors }

/** Answers with the page of a source, after a form of it with the form's state. */
export async function sendSourcePage(
  request: FastifyRequest,
  reply: FastifyReply,
  tools: PanelTools,
  { params, sample = false, ...state }: FormState & { params: SourceParams; sample?: boolean },
): Promise<FastifyReply> {
  const { project, place, source, kind } = await findSource(tools.clients, accountOf(request), params)
  const { requests } = await listRequests(tools.clients, place)
  const frame = frameOf(request, reply, tools)
  const path = `/projects/${project}/sources/${source.source_id}`
  const parts = { path, source, kind }
  const trial = sample ? sampleOf(kind, project) : state.trial
  const body = html`${factsCard(frame, parts)}
${liveCard({ ...frame, path }, { project, sourceId: source.source_id, kind, requests })}
${tryCard(frame, { project, source, kind, trial })}${settingsCard(frame, parts, state.settings)}
${rotationCard(frame, parts, { once: randomUUID(), errors: state.rotation })}${stopCard(frame, parts)}`
  const lead = html`<a href="/projects/${project}/sources">All sources</a>`
  return sendPage(reply, projectPage(frame, { project, tab: 'Sources', lead, body }))
}

const pageQuery = Type.Object({ sample: Type.Optional(Type.String({ maxLength: 1 })) })

const showSource: Route = (app, tools) => {
  const schema = { params: sourceParams, querystring: pageQuery }
  app.get('/projects/:project/sources/:source', { schema }, async (request, reply) => {
    const { params, query } = request
    return sendSourcePage(request, reply, tools, { params, sample: query.sample !== undefined })
  })
}

const liveQuery = Type.Object({ seen: Type.Optional(Type.String({ format: 'uuid' })) })

/** Polled by the page. Without a new request it is 204, which changes nothing of the page. */
const showLive: Route = (app, tools) => {
  const schema = { params: sourceParams, querystring: liveQuery }
  app.get('/projects/:project/sources/:source/live', { schema }, async (request, reply) => {
    const { project, place, source, kind } = await findSource(tools.clients, accountOf(request), request.params)
    const { requests } = await listRequests(tools.clients, place)
    if (requests[0]?.request_id === request.query.seen) return reply.code(204).send()
    const live = { project, sourceId: source.source_id, kind, requests }
    const frame = frameOf(request, reply, tools)
    return sendFragment(
      reply,
      html`${liveLine(frame, live)}${lastRequests(frame, live, html` data-hx-swap-oob="true"`)}`,
    )
  })
}

export default signedInRoutes(showSource, showLive)
