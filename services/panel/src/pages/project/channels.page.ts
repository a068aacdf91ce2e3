import type { Project__Output as Project } from '@pagebell/protos/project/v1/project'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Clients, findProject } from '../../clients/clients.ts'
import { undefinedIfUnavailable } from '../../clients/fallbacks.ts'
import { frameOf, sendPage } from '../../html/frame.ts'
import { html } from '../../html/html.ts'
import { type PanelTools, type Route, signedInRoutes } from '../../route.ts'
import { accountOf } from '../../session/request-session.ts'
import { type ChannelErrors, channelsCard } from './channels-card.ts'
import { loadHostKeys, type SiteHost } from './host-keys.ts'
import { keyFileCard } from './key-file-card.ts'
import { projectPage } from './tabs.ts'

/**
 * The channels of a project with their status, which is undefined while the notifier is unavailable, and the keys of
 * the hosts in use, or that of `site`.
 */
export async function loadChannels(clients: Clients, account_id: string, project: Project, site?: SiteHost) {
  const { project: name, project_id } = project
  const [{ channels }, status] = await Promise.all([
    clients.channelSettings.listChannels({ account_id, project: name }),
    undefinedIfUnavailable(clients.channelCare.getCare({ account_id, project_id })),
  ])
  const hostKeys = await loadHostKeys(clients, { project, channels, status, account_id, site })
  return { project, channels, status, hostKeys }
}

/** Answers with the channels of a project, after a form of it with the form's errors. */
export async function sendChannelsPage(
  request: FastifyRequest,
  reply: FastifyReply,
  tools: PanelTools,
  { name, errors }: { name: string; errors?: ChannelErrors },
): Promise<FastifyReply> {
  const account_id = accountOf(request)
  const shown = await loadChannels(tools.clients, account_id, await findProject(tools.clients, account_id, name))
  const frame = frameOf(request, reply, tools)
  const body = html`${channelsCard(frame, { ...shown, errors })}
${keyFileCard(frame, shown)}`
  return sendPage(reply, projectPage(frame, { project: shown.project.project, tab: 'Channels', body }))
}

const showChannels: Route = (app, tools) => {
  app.get<{ Params: { project: string } }>('/projects/:project/channels', async (request, reply) =>
    sendChannelsPage(request, reply, tools, { name: request.params.project }),
  )
}

export default signedInRoutes(showChannels)
