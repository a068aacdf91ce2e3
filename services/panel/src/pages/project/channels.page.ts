import { html } from '@pagebell/html/template'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { findProject } from '../../clients/clients.ts'
import { frameOf, sendPage } from '../../html/frame.ts'
import { type PanelTools, type Route, signedInRoutes } from '../../route.ts'
import { accountOf } from '../../session/request-session.ts'
import { type ChannelErrors, channelsCard } from './channels-card.ts'
import { loadHostKeys } from './host-keys.ts'
import { keyFileCard } from './key-file-card.ts'
import { loadChannels } from './load-channels.ts'
import { projectPage } from './tabs.ts'

/** Answers with the channels of a project, after a form of it with the form's errors. */
export async function sendChannelsPage(
  request: FastifyRequest,
  reply: FastifyReply,
  tools: PanelTools,
  { name, errors }: { name: string; errors?: ChannelErrors },
): Promise<FastifyReply> {
  const account_id = accountOf(request)
  const { clients } = tools
  const project = await findProject(clients, account_id, name)
  const loaded = await loadChannels(clients, account_id, project)
  const hostKeys = await loadHostKeys(clients, { project, account_id, ...loaded })
  const shown = { project, ...loaded, hostKeys }
  const frame = frameOf(request, reply, tools)
  const body = html`${channelsCard(frame, { ...shown, errors })}
${keyFileCard(frame, shown)}`
  return sendPage(reply, projectPage(frame, { project: project.project, tab: 'Channels', body }))
}

const showChannels: Route = (app, tools) => {
  app.get<{ Params: { project: string } }>('/projects/:project/channels', async (request, reply) =>
    sendChannelsPage(request, reply, tools, { name: request.params.project }),
  )
}

export default signedInRoutes(showChannels)
