import { createHash } from 'node:crypto'
import { fault } from '@pagebell/faults/fault'
import { type Html, html } from '@pagebell/html/template'
import { Type } from '@pagebell/schema/type'
import { accountLimits } from '../../clients/account-limits.ts'
import { findProject } from '../../clients/clients.ts'
import { undefinedIfNotFound } from '../../clients/fallbacks.ts'
import { localPath } from '../../forms/fields.ts'
import { notConfirmed, submitForm } from '../../forms/form-result.ts'
import { type Frame, frameOf, redirectTo, sendPage } from '../../html/frame.ts'
import { secretToCopy } from '../../parts/form.ts'
import { page } from '../../parts/layout.ts'
import { type Route, signedInRoutes } from '../../route.ts'
import { accountOf } from '../../session/request-session.ts'
import { projectOfPath } from './project-of-path.ts'
import { snippetList, snippets } from './snippets.ts'
import { sendWebhookPage } from './webhook.page.ts'

type NewHook = { project: string; url: string; graceSeconds: number; created: boolean; next: string | undefined }

/** The only page that shows a webhook's address. */
function newHookPage(frame: Frame, { project, url, graceSeconds, created, next }: NewHook): Html {
  const following = next === undefined ? `/projects/${project}/webhook` : localPath(next)
  const graceText =
    graceSeconds === 0 ? ' The old token is refused from now on.' : ' The old token works for the time you chose.'
  return page(frame, {
    title: `The webhook of ${project}`,
    lead: `Copy the address now: it is shown only once.${created ? '' : graceText}`,
    body: html`<div class="sections"><section class="card" aria-labelledby="address"><h2 id="address">Address</h2>
${secretToCopy('hook-url', url, 'webhook address')}
<p class="hint">Anyone who has it can submit URLs of ${project} on your quota, and nothing else. Keep it like a
password.</p></section>
<section class="card" aria-labelledby="use"><h2 id="use">Use it</h2>${snippetList(snippets(url, project))}</section>
<p class="row"><a class="button main" href="${following}">I have copied it</a></p></div>`,
  })
}

const params = Type.Object({ project: Type.String() })
const rotation = Type.Object({
  grace: Type.Integer({ enum: [0, 3_600, 86_400, 604_800], default: 86_400 }),
  'at-once': Type.Optional(Type.String({ maxLength: 10 })),
  once: Type.String({ format: 'uuid' }),
  /** Where its page leads. */
  next: Type.Optional(Type.String({ maxLength: 4_000 })),
})

/** Creates the webhook too. Answers with the page instead of a redirect: only this response contains the token. */
const rotateHook: Route = (app, tools) => {
  const { clients, hooksUrl } = tools
  app.post('/projects/:project/hook/rotate', { schema: { params, body: rotation } }, async (request, reply) => {
    const account_id = accountOf(request)
    const { grace, once, next, 'at-once': confirmed } = request.body
    const outcome = await submitForm(async () => {
      const [{ project_id, project }, limits] = await Promise.all([
        findProject(clients, account_id, request.params.project),
        accountLimits(clients, account_id),
      ])
      const current = await undefinedIfNotFound(clients.hooks.getHook({ account_id, project_id }))
      if (current !== undefined && grace === 0 && confirmed === undefined) throw notConfirmed('at-once', 'token')
      const rotated = await clients.hooks.rotateHook({
        account_id,
        project_id,
        project,
        grace_seconds: grace,
        limits,
        idempotency: { key: once, request_sha256: createHash('sha256').update(`panel ${grace}`).digest() },
      })
      return { ...rotated, project }
    })
    if (!outcome.done) {
      const state = { name: request.params.project, errors: outcome.errors }
      return sendWebhookPage(request, reply.code(outcome.status), tools, state)
    }
    const { token, project, created } = outcome.value
    if (token === '') throw fault('internal', 'intake answered a rotation without a token')
    const url = hooksUrl(`/api/hooks/${token}/submit`)
    const shown = { project, url, graceSeconds: grace, created, next }
    return sendPage(reply, newHookPage(frameOf(request, reply, tools), shown))
  })
}

const enabling = Type.Object({ enabled: Type.Boolean() })

const enableHook: Route = (app, { clients, cookies }) => {
  app.post('/projects/:project/hook/enabled', { schema: { params, body: enabling } }, async (request, reply) => {
    const { enabled } = request.body
    const { account_id, project_id, project } = await projectOfPath(clients, request)
    await clients.hooks.setHookEnabled({ account_id, project_id, enabled })
    const address = `/projects/${project}/webhook`
    return redirectTo(reply, address, cookies, enabled ? 'hook-enabled' : 'hook-disabled', 'webhook')
  })
}

const revokeHook: Route = (app, { clients, cookies }) => {
  app.post('/projects/:project/hook/revoke', { schema: { params } }, async (request, reply) => {
    const { account_id, project_id, project } = await projectOfPath(clients, request)
    await clients.hooks.revokeHook({ account_id, project_id })
    return redirectTo(reply, `/projects/${project}/webhook`, cookies, 'hook-revoked', 'webhook')
  })
}

export default signedInRoutes(rotateHook, enableHook, revokeHook)
