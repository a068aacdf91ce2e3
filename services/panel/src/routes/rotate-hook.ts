import { createHash } from 'node:crypto'
import { fault } from '@pagebell/faults/fault'
import { Type } from '@pagebell/schema/type'
import { findProject } from '../find-project.ts'
import { tried } from '../form-errors.ts'
import { frameOf, sendPage } from '../frame.ts'
import { loadProjectPage } from '../load-project-page.ts'
import { orUndefined } from '../or-undefined.ts'
import { newHookPage } from '../pages/new-hook.ts'
import { projectPage } from '../pages/project.ts'
import type { Route } from '../route.ts'
import { accountOf } from '../signed-in.ts'
import { unconfirmed } from '../unconfirmed.ts'

const params = Type.Object({ project: Type.String() })
const body = Type.Object({
  grace: Type.Integer({ enum: [0, 3_600, 86_400, 604_800], default: 86_400 }),
  'at-once': Type.Optional(Type.String({ maxLength: 10 })),
  once: Type.String({ format: 'uuid' }),
})

/** Answers with the secret instead of leading to it: it stands nowhere but in this answer. */
export const rotateHook: Route = (app, tools) => {
  const { peers, hooksUrl } = tools
  app.post('/projects/:project/hook/rotate', { schema: { params, body } }, async (request, reply) => {
    const account_id = accountOf(request)
    const { grace, once, 'at-once': confirmed } = request.body
    const outcome = await tried(async () => {
      const [{ project_id, project }, account] = await Promise.all([
        findProject(peers, account_id, request.params.project),
        peers.accounts.getAccount({ account_id }),
      ])
      const current = await orUndefined(peers.hooks.getHook({ account_id, project_id }))
      if (current !== undefined && grace === 0 && confirmed === undefined) throw unconfirmed('at-once', 'token')
      const { calls_per_minute: _calls, ...urls } = account.limits ?? {}
      const rotated = await peers.hooks.rotateHook({
        account_id,
        project_id,
        project,
        grace_seconds: grace,
        limits: { ...urls, version: account.limits_version },
        idempotency: { key: once, request_sha256: createHash('sha256').update(`panel ${grace}`).digest() },
      })
      return { ...rotated, project }
    })
    if (!outcome.done) {
      const shown = await loadProjectPage(tools, account_id, request.params.project)
      void reply.code(outcome.status)
      return sendPage(
        reply,
        projectPage(frameOf(request, reply, tools), { ...shown, errors: { hook: outcome.errors } }),
      )
    }
    const { token, project, created } = outcome.value
    if (token === '') throw fault('internal', 'intake answered a rotation without a token')
    const url = hooksUrl(`/api/hooks/${token}/submit`)
    return sendPage(reply, newHookPage(frameOf(request, reply, tools), { project, url, graceSeconds: grace, created }))
  })
}
