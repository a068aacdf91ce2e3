import { html } from '@pagebell/html/template'
import { Type } from '@pagebell/schema/type'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Clients, findProject } from '../../../clients/clients.ts'
import { frameOf, sendPage } from '../../../html/frame.ts'
import { type PanelTools, type Route, signedInRoutes } from '../../../route.ts'
import { accountOf } from '../../../session/request-session.ts'
import { projectPage } from '../tabs.ts'
import { scanHistory } from './scan-history.ts'
import { removeCard, type SentSettings, settingsCard, watchNotice, watchState } from './watch-cards.ts'

/** As many bars as a chart can show on a telephone. */
const shownScans = 30

export const watchParams = Type.Object({ project: Type.String(), watch: Type.String({ maxLength: 100 }) })
type WatchParams = { project: string; watch: string }

/** The project and place of a path. Throws fault not_found for a project of another account. */
export async function findWatchPlace(clients: Clients, account_id: string, params: WatchParams) {
  const { project, project_id } = await findProject(clients, account_id, params.project)
  const path = `/projects/${project}/watches/${encodeURIComponent(params.watch)}`
  return { project, path, place: { account_id, project_id, id: params.watch } }
}

type WatchPage = { params: WatchParams; cursor?: string | undefined; sent?: SentSettings }

/** Answers with the page of a watch, after a refused form with what it sent. */
export async function sendWatchPage(
  request: FastifyRequest,
  reply: FastifyReply,
  tools: PanelTools,
  { params, cursor, sent }: WatchPage,
): Promise<FastifyReply> {
  const { watches } = tools.clients
  const { project, path, place } = await findWatchPlace(tools.clients, accountOf(request), params)
  const log = { ...place, per_page: shownScans, ...(cursor !== undefined && { cursor }) }
  const [watch, scans] = await Promise.all([watches.getWatch(place), watches.listScans(log)])
  const frame = frameOf(request, reply, tools)
  const parts = { project, path, watch }
  const history = scanHistory({ ...frame, path }, scans, cursor)
  const body = html`${watchNotice(frame)}${watchState(frame, parts, history)}
${settingsCard(frame, parts, sent)}${removeCard(frame, parts)}`
  const lead = html`<a href="/projects/${project}/watches">All watches</a>`
  return sendPage(reply, projectPage(frame, { project, tab: 'Watches', lead, body }))
}

const query = Type.Object({ cursor: Type.Optional(Type.String({ maxLength: 1_000 })) })

const showWatch: Route = (app, tools) => {
  const schema = { params: watchParams, querystring: query }
  app.get('/projects/:project/watches/:watch', { schema }, async (request, reply) =>
    sendWatchPage(request, reply, tools, { params: request.params, cursor: request.query.cursor }),
  )
}

export default signedInRoutes(showWatch)
