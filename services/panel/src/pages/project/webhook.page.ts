import { randomUUID } from 'node:crypto'
import { html } from '@pagebell/html/template'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { findProject } from '../../clients/clients.ts'
import { undefinedIfNotFound } from '../../clients/fallbacks.ts'
import type { FormErrors } from '../../forms/form-result.ts'
import { frameOf, sendPage } from '../../html/frame.ts'
import { type PanelTools, type Route, signedInRoutes } from '../../route.ts'
import { accountOf } from '../../session/request-session.ts'
import { hookCard } from './hook-card.ts'
import { type Preview, previewCard } from './preview-card.ts'
import { integrationsCard } from './snippets.ts'
import { projectPage } from './tabs.ts'

/** What a form of the page showed before, to be shown again. */
type FormState = { preview?: Preview; errors?: FormErrors }

/** Answers with the webhook of a project, after a form of it with the form's state. */
export async function sendWebhookPage(
  request: FastifyRequest,
  reply: FastifyReply,
  tools: PanelTools,
  { name, preview, errors }: FormState & { name: string },
): Promise<FastifyReply> {
  const account_id = accountOf(request)
  const { project, project_id } = await findProject(tools.clients, account_id, name)
  const hook = await undefinedIfNotFound(tools.clients.hooks.getHook({ account_id, project_id }))
  const frame = frameOf(request, reply, tools)
  const hookAddress = tools.hooksUrl('/api/hooks/pbh_…/submit')
  const body = html`${hookCard(frame, { project, hook, errors, once: randomUUID() })}
${hook !== undefined && integrationsCard(hookAddress, project)}
${hook !== undefined && previewCard(frame, project, preview)}`
  return sendPage(reply, projectPage(frame, { project, tab: 'Webhook', body }))
}

const showWebhook: Route = (app, tools) => {
  app.get<{ Params: { project: string } }>('/projects/:project/webhook', async (request, reply) =>
    sendWebhookPage(request, reply, tools, { name: request.params.project }),
  )
}

export default signedInRoutes(showWebhook)
