import { type Html, html } from '@pagebell/html/template'
import { Type } from '@pagebell/schema/type'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { findProject } from '../../clients/clients.ts'
import { undefinedIfNotFound } from '../../clients/fallbacks.ts'
import type { FormErrors } from '../../forms/form-result.ts'
import { timeTag } from '../../html/format.ts'
import { type Frame, frameOf, redirectTo, sendPage } from '../../html/frame.ts'
import { field, formProblem, postForm } from '../../parts/form.ts'
import { readableHost } from '../../parts/url.ts'
import { type PanelTools, type Route, signedInRoutes } from '../../route.ts'
import { accountOf } from '../../session/request-session.ts'
import type { AlertForm } from './alert-rules.ts'
import { alertsCard } from './alerts-card.ts'
import { type IgnoredCheckDraft, ignoredChecksCard } from './ignored-checks-card.ts'
import { preflightCard } from './preflight-card.ts'
import { projectOfPath } from './project-of-path.ts'
import { type ScheduleForm, scheduleCard } from './schedule-card.ts'
import { projectPage } from './tabs.ts'

type FormState = {
  ignored?: FormErrors
  deletion?: FormErrors
  schedule?: FormErrors
  alerts?: FormErrors
  draft?: IgnoredCheckDraft | undefined
  sentSchedule?: ScheduleForm
  sentAlerts?: AlertForm
}

/** Answers with the settings of a project, after a form of it with the form's errors. */
export async function sendSettingsPage(
  request: FastifyRequest,
  reply: FastifyReply,
  tools: PanelTools,
  { name, draft, sentSchedule: sent, sentAlerts, ...errors }: FormState & { name: string },
): Promise<FastifyReply> {
  const account_id = accountOf(request)
  const { project, project_id, created_at, preflight } = await findProject(tools.clients, account_id, name)
  const { ignored_checks: ignored } = await tools.clients.ignoredChecks.listIgnoredChecks({ account_id, project })
  const schedule = await undefinedIfNotFound(tools.clients.schedules.getSchedule({ account_id, project_id }))
  const alerts = await tools.clients.alerts.getAlerts({ account_id, project_id })
  const { endpoints } = await tools.clients.projectEndpoints.listEndpoints({ account_id, project_id })
  const frame = frameOf(request, reply, tools)
  const lead = html`Added ${timeTag(created_at, frame.now)}.`
  const body = html`${preflightCard(frame, project, preflight)}
${scheduleCard(frame, { project, schedule, errors: errors.schedule, sent })}
${alertsCard(frame, { project, alerts, endpoints, errors: errors.alerts, sent: sentAlerts })}
${ignoredChecksCard(frame, { project, ignored, errors: errors.ignored, draft })}
${deletionCard(frame, project, errors.deletion)}`
  return sendPage(reply, projectPage(frame, { project, tab: 'Settings', lead, body }))
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

const params = Type.Object({ project: Type.String() })
/** With `ignore`, the id of a check, the form that ignores it is open; `page` is the page that it is about. */
const querystring = Type.Object({
  ignore: Type.Optional(Type.String({ maxLength: 200 })),
  page: Type.String({ default: '', maxLength: 4_000 }),
})

const showSettings: Route = (app, tools) => {
  app.get('/projects/:project/settings', { schema: { params, querystring } }, async (request, reply) => {
    const { ignore, page } = request.query
    const draft = ignore === undefined ? undefined : { check: ignore, url: page }
    return sendSettingsPage(request, reply, tools, { name: request.params.project, draft })
  })
}

const body = Type.Object({ confirmation: Type.String({ default: '', maxLength: 1_000 }) })

const deleteProject: Route = (app, tools) => {
  const { clients, cookies } = tools
  app.post('/projects/:project/delete', { schema: { params, body } }, async (request, reply) => {
    const { account_id, project_id, project } = await projectOfPath(clients, request)
    const typed = request.body.confirmation.trim()
    if (typed !== project && typed !== readableHost(project)) {
      const deletion = { fields: { confirmation: [`Nothing was deleted: type exactly ${readableHost(project)}.`] } }
      return sendSettingsPage(request, reply.code(422), tools, { name: project, deletion })
    }
    await clients.quotas.closeProject({ account_id, project_id })
    await clients.projects.deleteProject({ account_id, project })
    return redirectTo(reply, '/projects', cookies, 'project-deleted')
  })
}

export default signedInRoutes(showSettings, deleteProject)
