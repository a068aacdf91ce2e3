import { randomUUID } from 'node:crypto'
import type { Hook__Output as Hook } from '@pagebell/protos/intake/v1/intake'
import type { Care__Output as ChannelStatus } from '@pagebell/protos/notifier/v1/channel_care'
import type { ChannelSetup__Output as ChannelSetup } from '@pagebell/protos/project/v1/channel_settings'
import type { IgnoredCheck__Output as IgnoredCheck } from '@pagebell/protos/project/v1/ignored_checks'
import type { Project__Output as Project } from '@pagebell/protos/project/v1/project'
import { Type } from '@pagebell/schema/type'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { findProject } from '../../clients/clients.ts'
import { undefinedIfNotFound, undefinedIfUnavailable } from '../../clients/fallbacks.ts'
import type { FormErrors } from '../../forms/form-result.ts'
import { timeTag } from '../../html/format.ts'
import { type Frame, frameOf, redirectTo, sendPage } from '../../html/frame.ts'
import { type Html, html } from '../../html/html.ts'
import { field, formProblem, postForm } from '../../parts/form.ts'
import { page } from '../../parts/layout.ts'
import { readableHost, shownHost } from '../../parts/url.ts'
import { type PanelTools, type Route, signedInRoutes } from '../../route.ts'
import { accountOf } from '../../session/request-session.ts'
import { type ChannelErrors, channelsCard } from './channels-card.ts'
import { type EndpointErrors, eventsCard, type ProjectEvents } from './events-card.ts'
import { hookCard } from './hook-card.ts'
import { type HostKey, loadHostKeys } from './host-keys.ts'
import { ignoredChecksCard } from './ignored-checks-card.ts'
import { keyFileCard } from './key-file-card.ts'
import { type Preview, previewCard } from './preview-card.ts'
import { integrationsCard } from './snippets.ts'

type ProjectPage = {
  project: Project
  hook: Hook | undefined
  hooksUrl: (path: string) => string
  /** Lets a form that is sent twice take effect once. */
  once: string
  channels: ChannelSetup[]
  /** Undefined while the notifier is unavailable. */
  status: ChannelStatus | undefined
  hostKeys: HostKey[]
  /** Undefined while the notifier is unavailable. */
  events: ProjectEvents | undefined
  ignored: IgnoredCheck[]
}

/** What a form of the page showed before, to be shown again. */
type FormState = {
  preview?: Preview
  errors?: {
    hook?: FormErrors
    secret?: FormErrors
    channels?: ChannelErrors
    endpoint?: EndpointErrors
    ignored?: FormErrors
    deletion?: FormErrors
  }
}

function projectPage(frame: Frame, shown: ProjectPage & FormState): Html {
  const { project, hook, events, ignored, once, preview, errors = {} } = shown
  const name = project.project
  const query = `project=${encodeURIComponent(name)}`
  return page(frame, {
    title: readableHost(name),
    heading: shownHost(name),
    lead: html`Added ${timeTag(project.created_at, frame.now)}.`,
    actions: html`<a class="button" href="/reports?${query}">Reports</a>
<a class="button" href="/deliveries?${query}">Deliveries</a>`,
    body: html`<div class="sections">${hookCard(frame, { project: name, hook, errors: errors.hook, once })}
${hook !== undefined && integrationsCard(shown.hooksUrl('/api/hooks/pbh_…/submit'), name)}
${hook !== undefined && previewCard(frame, name, preview)}
${channelsCard(frame, { ...shown, errors: errors.channels })}
${keyFileCard(frame, shown)}
${eventsCard(frame, { project: name, events, failed: errors.endpoint, secret: errors.secret, once })}
${ignoredChecksCard(frame, { project: name, ignored, errors: errors.ignored })}
${deletionCard(frame, name, errors.deletion)}</div>`,
  })
}

function deletionCard(frame: Frame, name: string, errors: FormErrors | undefined): Html {
  const shownName = readableHost(name)
  const confirmation = field({
    name: 'confirmation',
    label: `Type ${shownName} to confirm`,
    errors,
    attributes: html`autocomplete="off" spellcheck="false" autocapitalize="none" required`,
  })
  const form = html`${formProblem(errors)}${confirmation}<button class="danger">Delete ${shownName}</button>`
  return html`<section class="card danger" id="danger" aria-labelledby="danger-title">
<h2 id="danger-title">Delete the project</h2>
<p>Its reports are deleted, its webhook stops immediately, and URLs that are not delivered yet are dropped. This cannot
be undone.</p>
${postForm(frame, `/projects/${name}/delete`, form)}</section>`
}

/** Loads what the page of a project shows from the services. */
export async function loadProjectPage(
  { clients, hooksUrl }: Pick<PanelTools, 'clients' | 'hooksUrl'>,
  account_id: string,
  name: string,
): Promise<ProjectPage> {
  const found = await findProject(clients, account_id, name)
  const { project, project_id } = found
  const [hook, { ignored_checks: ignored }, { channels }, status, events] = await Promise.all([
    undefinedIfNotFound(clients.hooks.getHook({ account_id, project_id })),
    clients.ignoredChecks.listIgnoredChecks({ account_id, project }),
    clients.channelSettings.listChannels({ account_id, project }),
    undefinedIfUnavailable(clients.channelCare.getCare({ account_id, project_id })),
    undefinedIfUnavailable(loadEvents(clients, { account_id, project_id })),
  ])
  const hostKeys = await loadHostKeys(clients, { project: found, channels, status, account_id })
  return { project: found, hook, channels, status, hostKeys, events, ignored, hooksUrl, once: randomUUID() }
}

const maxEvents = 5

async function loadEvents(
  { eventEndpoints }: PanelTools['clients'],
  which: { account_id: string; project_id: string },
): Promise<ProjectEvents> {
  const endpoint = await undefinedIfNotFound(eventEndpoints.getEndpoint(which))
  if (endpoint === undefined) return { endpoint, recent: [] }
  return { endpoint, recent: (await eventEndpoints.listEvents({ ...which, per_page: maxEvents })).events }
}

/** Answers with the page of a project, after a form of it with the form's state. */
export async function sendProjectPage(
  request: FastifyRequest,
  reply: FastifyReply,
  tools: PanelTools,
  { name, ...state }: FormState & { name: string },
): Promise<FastifyReply> {
  const shown = await loadProjectPage(tools, accountOf(request), name)
  return sendPage(reply, projectPage(frameOf(request, reply, tools), { ...shown, ...state }))
}

const showProject: Route = (app, tools) => {
  app.get<{ Params: { project: string } }>('/projects/:project', async (request, reply) =>
    sendProjectPage(request, reply, tools, { name: request.params.project }),
  )
}

const params = Type.Object({ project: Type.String() })
const body = Type.Object({ confirmation: Type.String({ default: '', maxLength: 1_000 }) })

const deleteProject: Route = (app, tools) => {
  const { clients, cookies } = tools
  app.post('/projects/:project/delete', { schema: { params, body } }, async (request, reply) => {
    const account_id = accountOf(request)
    const { project_id, project } = await findProject(clients, account_id, request.params.project)
    const typed = request.body.confirmation.trim()
    if (typed !== project && typed !== readableHost(project)) {
      const deletion = { fields: { confirmation: [`Nothing was deleted: type exactly ${readableHost(project)}.`] } }
      return sendProjectPage(request, reply.code(422), tools, { name: project, errors: { deletion } })
    }
    await clients.quotas.closeProject({ account_id, project_id })
    await clients.projects.deleteProject({ account_id, project })
    return redirectTo(reply, '/projects', cookies, 'project-deleted')
  })
}

export default signedInRoutes(showProject, deleteProject)
