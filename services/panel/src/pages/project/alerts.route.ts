import { Type } from '@pagebell/schema/type'
import { errorsFor, type FormErrors, submitForm } from '../../forms/form-result.ts'
import { redirectTo } from '../../html/frame.ts'
import { type Route, signedInRoutes } from '../../route.ts'
import { rulesOfForm } from './alert-rules.ts'
import { projectOfPath } from './project-of-path.ts'
import { sendSettingsPage } from './settings.page.ts'

const params = Type.Object({ project: Type.String() })
const text = (maxLength: number) => Type.String({ default: '', maxLength })
const body = Type.Object({
  new_issue: text(10),
  score_drops: text(10),
  checks: text(2_000),
  certificate: text(10),
  watch_trouble: text(10),
  held: text(10),
  at: text(10),
  zone: text(100),
})

const putAlerts: Route = (app, tools) => {
  const { clients, cookies } = tools
  app.post('/projects/:project/alerts', { schema: { params, body } }, async (request, reply) => {
    const { account_id, project, project_id } = await projectOfPath(clients, request)
    const place = { account_id, project_id }
    const { rules: kept } = await clients.alerts.getAlerts(place)
    const sent = request.body
    const zone = sent.zone.trim()
    const put = { ...place, project, rules: rulesOfForm(sent, kept), at: sent.at.trim(), ...(zone !== '' && { zone }) }
    const outcome = await submitForm(() => clients.alerts.putAlerts(put))
    if (outcome.done) return redirectTo(reply, `/projects/${project}/settings`, cookies, 'alerts-saved', 'alerts')
    const errors = errorsFor(ofRules(outcome.errors), Object.keys(sent))
    const state = { name: project, alerts: errors, sentAlerts: sent }
    return sendSettingsPage(request, reply.code(outcome.status), tools, state)
  })
}

/** What is wrong with a rule, as a sentence: the service names the field of the rule and what is allowed. */
function ofRules(errors: FormErrors): FormErrors {
  const { rules, ...others } = errors.fields ?? {}
  if (rules === undefined) return errors
  return { ...errors, fields: { ...others, rules: rules.map((wrong) => `A rule ${wrong}.`) } }
}

export default signedInRoutes(putAlerts)
