import { createHash } from 'node:crypto'
import { fault } from '@pagebell/faults/fault'
import { eventTypes } from '@pagebell/outbound-events/event-types'
import { Type } from '@pagebell/schema/type'
import { findProject } from '../../clients/clients.ts'
import { errorsFor, notConfirmed, submitForm } from '../../forms/form-result.ts'
import { type Frame, frameOf, redirectTo, sendPage } from '../../html/frame.ts'
import { type Html, html } from '../../html/html.ts'
import { secretToCopy } from '../../parts/form.ts'
import { page } from '../../parts/layout.ts'
import { outsideLink } from '../../parts/url.ts'
import { type Route, signedInRoutes } from '../../route.ts'
import { accountOf } from '../../session/request-session.ts'
import { sendProjectPage } from './project.page.ts'

/** `graceSeconds` is absent for the first secret. */
type NewSecret = { project: string; secret: string; graceSeconds?: number }

/** The only page that shows the secret by which events are signed. */
function newSecretPage(frame: Frame, { project, secret, graceSeconds }: NewSecret): Html {
  const graceText =
    graceSeconds === 0 ? ' The old secret no longer signs.' : ' The old secret signs as well for the time you chose.'
  return page(frame, {
    title: `The secret of ${project}'s events`,
    lead: `Copy the secret now: it is shown only once.${graceSeconds === undefined ? '' : graceText}`,
    body: html`<div class="sections"><section class="card" aria-labelledby="secret"><h2 id="secret">Secret</h2>
${secretToCopy('endpoint-secret', secret, 'secret')}
<p class="hint">Every event is signed with it, in the header <code>webhook-signature</code>. A library of
${outsideLink('https://www.standardwebhooks.com', 'Standard Webhooks')} verifies the signature for your receiver.</p>
</section>
<p class="row"><a class="button main" href="/projects/${project}#events">I have copied it</a></p></div>`,
  })
}

const params = Type.Object({ project: Type.String() })
const boxes = Object.fromEntries(eventTypes.map((type) => [type, Type.Optional(Type.String({ maxLength: 10 }))]))
const endpoint = Type.Object({ url: Type.String({ maxLength: 2_048 }), ...boxes })

/** The response for a new endpoint contains its secret; later ones do not. */
const saveEndpoint: Route = (app, tools) => {
  const { clients, cookies } = tools
  app.post('/projects/:project/endpoint', { schema: { params, body: endpoint } }, async (request, reply) => {
    const account_id = accountOf(request)
    const { project, project_id } = await findProject(clients, account_id, request.params.project)
    const { url = '', ...checked } = request.body as Record<string, string>
    const events = eventTypes.filter((type) => checked[type] !== undefined)
    const outcome = await submitForm(async () => {
      if (events.length === 0) throw fault('invalid', 'Choose one event at least.')
      return clients.eventEndpoints.putEndpoint({ account_id, project_id, project, url, events })
    })
    if (!outcome.done) {
      const errors = { endpoint: { errors: errorsFor(outcome.errors, ['url']), sent: { url, events } } }
      return sendProjectPage(request, reply.code(outcome.status), tools, { name: project, errors })
    }
    const { secret } = outcome.value
    if (secret === '') return redirectTo(reply, `/projects/${project}`, cookies, 'endpoint-saved', 'events')
    return sendPage(reply, newSecretPage(frameOf(request, reply, tools), { project, secret }))
  })
}

const rotation = Type.Object({
  'secret-grace': Type.Integer({ enum: [0, 3_600, 86_400, 604_800], default: 86_400 }),
  'secret-at-once': Type.Optional(Type.String({ maxLength: 10 })),
  once: Type.String({ format: 'uuid' }),
})

/** Answers with the page instead of a redirect: only this response contains the secret. */
const rotateSecret: Route = (app, tools) => {
  const { clients } = tools
  app.post('/projects/:project/endpoint/rotate', { schema: { params, body: rotation } }, async (request, reply) => {
    const account_id = accountOf(request)
    const { 'secret-grace': graceSeconds, once, 'secret-at-once': confirmed } = request.body
    const { project, project_id } = await findProject(clients, account_id, request.params.project)
    const request_sha256 = createHash('sha256').update(`panel ${graceSeconds}`).digest()
    const idempotency = { key: once, request_sha256 }
    const outcome = await submitForm(async () => {
      if (graceSeconds === 0 && confirmed === undefined) throw notConfirmed('secret-at-once', 'secret')
      return clients.eventEndpoints.rotateSecret({ account_id, project_id, grace_seconds: graceSeconds, idempotency })
    })
    if (!outcome.done) {
      const state = { name: project, errors: { secret: outcome.errors } }
      return sendProjectPage(request, reply.code(outcome.status), tools, state)
    }
    const { secret } = outcome.value
    return sendPage(reply, newSecretPage(frameOf(request, reply, tools), { project, secret, graceSeconds }))
  })
}

const enabling = Type.Object({ enabled: Type.Boolean() })

const enableEndpoint: Route = (app, { clients, cookies }) => {
  app.post('/projects/:project/endpoint/enabled', { schema: { params, body: enabling } }, async (request, reply) => {
    const account_id = accountOf(request)
    const { enabled } = request.body
    const { project, project_id } = await findProject(clients, account_id, request.params.project)
    await clients.eventEndpoints.setEndpointEnabled({ account_id, project_id, enabled })
    const notice = enabled ? 'endpoint-enabled' : 'endpoint-disabled'
    return redirectTo(reply, `/projects/${project}`, cookies, notice, 'events')
  })
}

const test = Type.Object({ once: Type.String({ format: 'uuid' }) })

const testEndpoint: Route = (app, { clients, cookies }) => {
  app.post('/projects/:project/endpoint/test', { schema: { params, body: test } }, async (request, reply) => {
    const account_id = accountOf(request)
    const { project, project_id } = await findProject(clients, account_id, request.params.project)
    await clients.eventEndpoints.sendTest({ account_id, project_id, idempotency_key: request.body.once })
    return redirectTo(reply, `/projects/${project}`, cookies, 'endpoint-tested', 'events')
  })
}

const removeEndpoint: Route = (app, { clients, cookies }) => {
  app.post('/projects/:project/endpoint/remove', { schema: { params } }, async (request, reply) => {
    const account_id = accountOf(request)
    const { project, project_id } = await findProject(clients, account_id, request.params.project)
    await clients.eventEndpoints.deleteEndpoint({ account_id, project_id })
    return redirectTo(reply, `/projects/${project}`, cookies, 'endpoint-removed', 'events')
  })
}

export default signedInRoutes(saveEndpoint, rotateSecret, enableEndpoint, testEndpoint, removeEndpoint)
