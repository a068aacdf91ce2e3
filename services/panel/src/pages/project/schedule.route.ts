import type { Schedule__Output as Schedule } from '@pagebell/protos/report/v1/schedules'
import { withOwnership } from '@pagebell/rpc/shared-calls/with-ownership'
import { Type } from '@pagebell/schema/type'
import { undefinedIfNotFound } from '../../clients/fallbacks.ts'
import { errorsFor, submitForm } from '../../forms/form-result.ts'
import { redirectTo } from '../../html/frame.ts'
import { type Route, signedInRoutes } from '../../route.ts'
import { projectOfPath } from './project-of-path.ts'
import type { ScheduleForm } from './schedule-card.ts'
import { sendSettingsPage } from './settings.page.ts'

const params = Type.Object({ project: Type.String() })
const text = (maxLength: number) => Type.String({ default: '', maxLength })
const body = Type.Object({
  what: text(10),
  every: text(10),
  on: text(10),
  at: text(10),
  zone: text(100),
  max_pages: text(10),
  pages: text(300_000),
})

const putSchedule: Route = (app, tools) => {
  const { clients, cookies } = tools
  app.post('/projects/:project/schedule', { schema: { params, body } }, async (request, reply) => {
    const { account_id, project, project_id } = await projectOfPath(clients, request)
    const place = { account_id, project_id }
    const kept = await undefinedIfNotFound(clients.schedules.getSchedule(place))
    const settings = settingsOf(project, request.body, kept)
    const site = { ...place, url: settings.url ?? `https://${project}/` }
    const outcome = await submitForm(() =>
      withOwnership(clients.channelCare, site, (is_owner) =>
        clients.schedules.putSchedule({ ...place, project, settings, is_owner }),
      ),
    )
    if (outcome.done) return redirectTo(reply, `/projects/${project}/settings`, cookies, 'schedule-saved', 'schedule')
    const errors = errorsFor(outcome.errors, Object.keys(request.body))
    const state = { name: project, schedule: errors, sentSchedule: request.body }
    return sendSettingsPage(request, reply.code(outcome.status), tools, state)
  })
}

/** The settings of the form; what it does not have stays as it is. */
function settingsOf(project: string, sent: ScheduleForm, kept: Schedule | undefined) {
  const { what, every, at, zone } = sent
  const on = every === 'day' ? {} : { on: Number(sent.on) || 1 }
  const time = { every, at: at.trim(), zone: zone.trim(), ...on }
  if (what !== 'site') return { what, time, pages: sent.pages.split('\n').flatMap((line) => line.trim() || []) }
  const { start = ['sitemap', 'links'], include = [], exclude = [] } = kept?.settings?.selection ?? {}
  const selection = { start, include, exclude, max_pages: Number(sent.max_pages) || 0 }
  return { what, time, pages: [], url: kept?.settings?.url ?? `https://${project}/`, selection }
}

const removeSchedule: Route = (app, { clients, cookies }) => {
  app.post('/projects/:project/schedule/remove', { schema: { params } }, async (request, reply) => {
    const { account_id, project, project_id } = await projectOfPath(clients, request)
    await undefinedIfNotFound(clients.schedules.deleteSchedule({ account_id, project_id }))
    return redirectTo(reply, `/projects/${project}/settings`, cookies, 'schedule-removed', 'schedule')
  })
}

export default signedInRoutes(putSchedule, removeSchedule)
