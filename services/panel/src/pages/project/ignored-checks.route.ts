import { Type } from '@pagebell/schema/type'
import { utcTime } from '../../forms/fields.ts'
import { errorsFor, type FormErrors, submitForm } from '../../forms/form-result.ts'
import { redirectTo } from '../../html/frame.ts'
import { type Route, signedInRoutes } from '../../route.ts'
import { projectOfPath } from './project-of-path.ts'
import { sendSettingsPage } from './settings.page.ts'

const params = Type.Object({ project: Type.String() })
const ignoredCheck = Type.Object({
  check: Type.String({ default: '', maxLength: 200 }),
  url: Type.String({ default: '', maxLength: 4_000 }),
  reason: Type.String({ default: '', maxLength: 2_000 }),
  expires: Type.String({ default: '', maxLength: 40 }),
})

const ignoreCheck: Route = (app, tools) => {
  const { clients, cookies } = tools
  app.post('/projects/:project/ignored-checks', { schema: { params, body: ignoredCheck } }, async (request, reply) => {
    const { account_id, project } = await projectOfPath(clients, request)
    const { check, url, reason, expires } = request.body
    const outcome = await submitForm(async () =>
      clients.ignoredChecks.putIgnoredCheck({
        account_id,
        project,
        check: check.trim(),
        reason: reason.trim(),
        ...(url.trim() === '' ? {} : { url: url.trim() }),
        ...(expires === '' ? {} : { expires_at: utcTime('expires', expires) }),
      }),
    )
    if (outcome.done) return redirectTo(reply, `/projects/${project}/settings`, cookies, 'check-ignored', 'ignored')
    const ignored = errorsFor(ofForm(outcome.errors), ['check', 'url', 'reason', 'expires'])
    const state = { name: project, ignored, draft: request.body }
    return sendSettingsPage(request, reply.code(outcome.status), tools, state)
  })
}

/** The service has another name for the end, and asks for a format that a date field cannot have. */
function ofForm(errors: FormErrors): FormErrors {
  const { expires_at: end, ...fields } = errors.fields ?? {}
  return end === undefined ? errors : { ...errors, fields: { ...fields, expires: ['Choose a time in the future.'] } }
}

const counted = Type.Object({
  check: Type.String({ default: '', maxLength: 200 }),
  url: Type.Optional(Type.String({ maxLength: 4_000 })),
})

const countCheckAgain: Route = (app, { clients, cookies }) => {
  const schema = { params, body: counted }
  app.post('/projects/:project/ignored-checks/remove', { schema }, async (request, reply) => {
    const { account_id, project } = await projectOfPath(clients, request)
    await clients.ignoredChecks.deleteIgnoredCheck({ ...request.body, account_id, project })
    return redirectTo(reply, `/projects/${project}/settings`, cookies, 'check-counted', 'ignored')
  })
}

export default signedInRoutes(ignoreCheck, countCheckAgain)
