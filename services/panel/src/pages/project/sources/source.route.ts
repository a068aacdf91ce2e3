import { createHash } from 'node:crypto'
import { fault } from '@pagebell/faults/fault'
import { Type } from '@pagebell/schema/type'
import { errorsFor, notConfirmed, submitForm } from '../../../forms/form-result.ts'
import { frameOf, redirectTo, sendPage } from '../../../html/frame.ts'
import { type Route, signedInRoutes } from '../../../route.ts'
import { accountOf } from '../../../session/request-session.ts'
import { newAddressPage } from './new-address.ts'
import { findSource, sendSourcePage, sourceParams } from './source.page.ts'
import { sentAddresses, sentRules, settingsFields, sourceErrors } from './source-fields.ts'

const unchanged = {
  name: undefined,
  enabled: undefined,
  secret: undefined,
  secret_grace_seconds: 0,
  rules: undefined,
  allow_ips: null,
}

const changeSource: Route = (app, tools) => {
  const { clients, cookies } = tools
  const schema = { params: sourceParams, body: Type.Object(settingsFields) }
  app.post('/projects/:project/sources/:source/change', { schema }, async (request, reply) => {
    const { project, place, kind } = await findSource(clients, accountOf(request), request.params)
    const sent = request.body
    const outcome = await submitForm(() =>
      clients.sources.changeSource({
        ...place,
        ...unchanged,
        name: sent.name,
        rules: sentRules(sent.rules, kind),
        allow_ips: { cidrs: sentAddresses(sent.allow_ips) },
      }),
    )
    if (!outcome.done) {
      const settings = { errors: sourceErrors(outcome.errors), sent }
      return sendSourcePage(request, reply.code(outcome.status), tools, { params: request.params, settings })
    }
    return redirectTo(reply, pathOf(project, place.source_id), cookies, 'source-saved', 'settings')
  })
}

const pathOf = (project: string, sourceId: string): string => `/projects/${project}/sources/${sourceId}`

const enableSource: Route = (app, { clients, cookies }) => {
  const schema = { params: sourceParams, body: Type.Object({ enabled: Type.Boolean() }) }
  app.post('/projects/:project/sources/:source/enabled', { schema }, async (request, reply) => {
    const { project, place } = await findSource(clients, accountOf(request), request.params)
    const { enabled } = request.body
    await clients.sources.changeSource({ ...place, ...unchanged, enabled })
    const notice = enabled ? 'source-enabled' : 'source-disabled'
    return redirectTo(reply, pathOf(project, place.source_id), cookies, notice, 'source')
  })
}

const grace = Type.Integer({ enum: [0, 3_600, 86_400, 604_800], default: 86_400 })
const confirmation = Type.Optional(Type.String({ maxLength: 10 }))
const rotation = Type.Object({ grace, 'at-once': confirmation, once: Type.String({ format: 'uuid' }) })

/** Answers with the page instead of a redirect: only this response contains the address. */
const rotateSource: Route = (app, tools) => {
  const { clients, hooksUrl } = tools
  app.post(
    '/projects/:project/sources/:source/rotate',
    { schema: { params: sourceParams, body: rotation } },
    async (request, reply) => {
      const { project, place, kind } = await findSource(clients, accountOf(request), request.params)
      const { grace: graceSeconds, once, 'at-once': confirmed } = request.body
      const request_sha256 = createHash('sha256').update(`panel ${graceSeconds}`).digest()
      const outcome = await submitForm(async () => {
        if (graceSeconds === 0 && confirmed === undefined) throw notConfirmed('at-once', 'address')
        const idempotency = { key: once, request_sha256 }
        return clients.sources.rotateSource({ ...place, grace_seconds: graceSeconds, idempotency })
      })
      if (!outcome.done) {
        const state = { params: request.params, rotation: { address: outcome.errors } }
        return sendSourcePage(request, reply.code(outcome.status), tools, state)
      }
      const { source, token } = outcome.value
      if (source === null) throw fault('internal', 'intake answered a new token without its source')
      const url = hooksUrl(`/api/hooks/${token}`)
      const frame = frameOf(request, reply, tools)
      return sendPage(reply, newAddressPage(frame, { project, source, kind, url, graceSeconds }))
    },
  )
}

const secretBody = Type.Object({
  secret: Type.String({ default: '', maxLength: 1_000 }),
  'secret-grace': grace,
  'secret-at-once': confirmation,
})

const changeSecret: Route = (app, tools) => {
  const { clients, cookies } = tools
  const schema = { params: sourceParams, body: secretBody }
  app.post('/projects/:project/sources/:source/secret', { schema }, async (request, reply) => {
    const { project, place, source } = await findSource(clients, accountOf(request), request.params)
    const { secret, 'secret-grace': graceSeconds, 'secret-at-once': confirmed } = request.body
    const outcome = await submitForm(async () => {
      if (secret === '') throw fault('invalid', 'Enter a secret.', { errors: { secret: ['Enter a secret.'] } })
      if (source.has_secret && graceSeconds === 0 && confirmed === undefined)
        throw notConfirmed('secret-at-once', 'secret')
      return clients.sources.changeSource({ ...place, ...unchanged, secret, secret_grace_seconds: graceSeconds })
    })
    if (!outcome.done) {
      const errors = errorsFor(outcome.errors, ['secret', 'secret-at-once'])
      const state = { params: request.params, rotation: { secret: errors } }
      return sendSourcePage(request, reply.code(outcome.status), tools, state)
    }
    return redirectTo(reply, pathOf(project, place.source_id), cookies, 'source-secret-changed', 'rotation')
  })
}

const removeSource: Route = (app, { clients, cookies }) => {
  app.post(
    '/projects/:project/sources/:source/remove',
    { schema: { params: sourceParams } },
    async (request, reply) => {
      const { project, place } = await findSource(clients, accountOf(request), request.params)
      await clients.sources.deleteSource(place)
      return redirectTo(reply, `/projects/${project}/sources`, cookies, 'source-removed', 'sources')
    },
  )
}

export default signedInRoutes(changeSource, enableSource, rotateSource, changeSecret, removeSource)
