import { randomUUID } from 'node:crypto'
import { html } from '@pagebell/html/template'
import { Type } from '@pagebell/schema/type'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Clients, findProject } from '../../../clients/clients.ts'
import type { FormErrors } from '../../../forms/form-result.ts'
import { frameOf, sendPage } from '../../../html/frame.ts'
import { type PanelTools, type Route, signedInRoutes } from '../../../route.ts'
import { accountOf } from '../../../session/request-session.ts'
import { projectPage } from '../tabs.ts'
import { factsCard, secretCard, settingsCard, stopCard } from './endpoint-cards.ts'
import { hasPlainUrl, type SettingsErrors } from './endpoint-fields.ts'
import { eventLog } from './event-log.ts'

const eventsPerPage = 25

export const endpointParams = Type.Object({ project: Type.String(), endpoint: Type.String({ format: 'uuid' }) })
type EndpointParams = { project: string; endpoint: string }

/** The project and place of a path. Throws fault not_found for a project of another account. */
export async function findEndpointPlace(clients: Clients, account_id: string, params: EndpointParams) {
  const { project, project_id } = await findProject(clients, account_id, params.project)
  const path = `/projects/${project}/events/${params.endpoint}`
  return { project, path, place: { account_id, project_id, endpoint_id: params.endpoint } }
}

/** What a form of the page showed before, to be shown again. */
type FormState = { settings?: SettingsErrors; secret?: FormErrors }
type EndpointPage = FormState & { params: EndpointParams; cursor?: string | undefined }

/** Answers with the page of an endpoint, after a form of it with the form's state. */
export async function sendEndpointPage(
  request: FastifyRequest,
  reply: FastifyReply,
  tools: PanelTools,
  { params, cursor, ...state }: EndpointPage,
): Promise<FastifyReply> {
  const { projectEndpoints } = tools.clients
  const { project, path, place } = await findEndpointPlace(tools.clients, accountOf(request), params)
  const log = { ...place, per_page: eventsPerPage, ...(cursor !== undefined && { cursor }) }
  const [endpoint, events] = await Promise.all([projectEndpoints.getEndpoint(place), projectEndpoints.listEvents(log)])
  const frame = frameOf(request, reply, tools)
  const parts = { path, endpoint }
  const once = randomUUID()
  const body = html`${factsCard(frame, parts, once)}${eventLog({ ...frame, path }, events, cursor)}
${settingsCard(frame, parts, state.settings)}
${hasPlainUrl(endpoint) && secretCard(frame, parts, { once, errors: state.secret })}
${stopCard(frame, parts)}`
  const lead = html`<a href="/projects/${project}/events">All endpoints</a>`
  return sendPage(reply, projectPage(frame, { project, tab: 'Events', lead, body }))
}

const query = Type.Object({ cursor: Type.Optional(Type.String({ maxLength: 1_000 })) })

const showEndpoint: Route = (app, tools) => {
  const schema = { params: endpointParams, querystring: query }
  app.get('/projects/:project/events/:endpoint', { schema }, async (request, reply) =>
    sendEndpointPage(request, reply, tools, { params: request.params, cursor: request.query.cursor }),
  )
}

export default signedInRoutes(showEndpoint)
