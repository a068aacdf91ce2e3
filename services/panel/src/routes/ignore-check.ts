import { Type } from '@pagebell/schema/type'
import { findProject } from '../find-project.ts'
import { tried } from '../form-errors.ts'
import { frameOf, leadTo, sendPage } from '../frame.ts'
import { loadProjectPage } from '../load-project-page.ts'
import { projectPage } from '../pages/project.ts'
import { errorsFor } from '../parts/form.ts'
import type { Route } from '../route.ts'
import { accountOf } from '../signed-in.ts'
import { utcTime } from '../utc-time.ts'

const params = Type.Object({ project: Type.String() })
const body = Type.Object({
  check: Type.String({ default: '', maxLength: 200 }),
  url: Type.String({ default: '', maxLength: 4_000 }),
  reason: Type.String({ default: '', maxLength: 2_000 }),
  expires: Type.String({ default: '', maxLength: 40 }),
})

export const ignoreCheck: Route = (app, tools) => {
  const { peers, cookies } = tools
  app.post('/projects/:project/ignored-checks', { schema: { params, body } }, async (request, reply) => {
    const account_id = accountOf(request)
    const { project } = await findProject(peers, account_id, request.params.project)
    const { check, url, reason, expires } = request.body
    const outcome = await tried(async () =>
      peers.ignoredChecks.putIgnoredCheck({
        account_id,
        project,
        check: check.trim(),
        reason: reason.trim(),
        ...(url.trim() === '' ? {} : { url: url.trim() }),
        ...(expires === '' ? {} : { expires_at: utcTime('expires', expires) }),
      }),
    )
    if (outcome.done) return leadTo(reply, `/projects/${project}`, cookies, 'check-ignored', 'ignored')
    const shown = await loadProjectPage(tools, account_id, project)
    void reply.code(outcome.status)
    const errors = { ignored: errorsFor(outcome.errors, ['check', 'url', 'reason', 'expires']) ?? {} }
    return sendPage(reply, projectPage(frameOf(request, reply, tools), { ...shown, errors }))
  })
}
