import { createHash } from 'node:crypto'
import { fault } from '@pagebell/faults/fault'
import { Type } from '@pagebell/schema/type'
import { notConfirmed, submitForm } from '../../../forms/form-result.ts'
import { frameOf, redirectTo, sendPage } from '../../../html/frame.ts'
import { type Route, signedInRoutes } from '../../../route.ts'
import { accountOf } from '../../../session/request-session.ts'
import { endpointParams, findEndpointPlace, sendEndpointPage } from './endpoint.page.ts'
import { chosenTypes, endpointBody, endpointErrors, sentSettings } from './endpoint-fields.ts'
import { newSecretPage } from './new-secret.ts'

const changeEndpoint: Route = (app, tools) => {
  const { clients, cookies } = tools
  const schema = { params: endpointParams, body: endpointBody }
  app.post('/projects/:project/events/:endpoint/change', { schema }, async (request, reply) => {
    const { path, place } = await findEndpointPlace(clients, accountOf(request), request.params)
    const sent = sentSettings(request.body)
    const { url } = sent
    const name = sent.name.trim() === '' ? (URL.parse(url)?.host ?? '') : sent.name
    const outcome = await submitForm(async () =>
      clients.projectEndpoints.changeEndpoint({
        ...place,
        name,
        ...(url !== '' && { url }),
        events: { types: chosenTypes(sent) },
      }),
    )
    if (!outcome.done) {
      const settings = { errors: endpointErrors(outcome.errors), sent }
      return sendEndpointPage(request, reply.code(outcome.status), tools, { params: request.params, settings })
    }
    return redirectTo(reply, path, cookies, 'endpoint-saved', 'settings')
  })
}

const enableEndpoint: Route = (app, { clients, cookies }) => {
  const schema = { params: endpointParams, body: Type.Object({ enabled: Type.Boolean() }) }
  app.post('/projects/:project/events/:endpoint/enabled', { schema }, async (request, reply) => {
    const { path, place } = await findEndpointPlace(clients, accountOf(request), request.params)
    const { enabled } = request.body
    const changed = await clients.projectEndpoints.changeEndpoint({ ...place, events: null, enabled })
    // One whose address is not confirmed asks its recipient again, and stays disabled.
    const notice = changed.enabled ? 'endpoint-enabled' : enabled ? 'endpoint-asked' : 'endpoint-disabled'
    return redirectTo(reply, path, cookies, notice, 'endpoint')
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
  const schema = { params: endpointParams, body: rotation }
  app.post('/projects/:project/events/:endpoint/rotate-secret', { schema }, async (request, reply) => {
    const { project, place } = await findEndpointPlace(clients, accountOf(request), request.params)
    const { 'secret-grace': graceSeconds, once, 'secret-at-once': confirmed } = request.body
    const request_sha256 = createHash('sha256').update(`panel ${graceSeconds}`).digest()
    const outcome = await submitForm(async () => {
      if (graceSeconds === 0 && confirmed === undefined) throw notConfirmed('secret-at-once', 'secret')
      const idempotency = { key: once, request_sha256 }
      return clients.projectEndpoints.rotateSecret({ ...place, grace_seconds: graceSeconds, idempotency })
    })
    if (!outcome.done) {
      const state = { params: request.params, secret: outcome.errors }
      return sendEndpointPage(request, reply.code(outcome.status), tools, state)
    }
    const { endpoint, secret } = outcome.value
    if (endpoint === null) throw fault('internal', 'the notifier answered a new secret without its endpoint')
    return sendPage(reply, newSecretPage(frameOf(request, reply, tools), { project, endpoint, secret, graceSeconds }))
  })
}

const testEndpoint: Route = (app, { clients, cookies }) => {
  const schema = { params: endpointParams, body: Type.Object({ once: Type.String({ format: 'uuid' }) }) }
  app.post('/projects/:project/events/:endpoint/test', { schema }, async (request, reply) => {
    const { path, place } = await findEndpointPlace(clients, accountOf(request), request.params)
    await clients.projectEndpoints.sendTest({ ...place, idempotency_key: request.body.once })
    return redirectTo(reply, path, cookies, 'endpoint-tested', 'endpoint')
  })
}

const removeEndpoint: Route = (app, { clients, cookies }) => {
  const schema = { params: endpointParams }
  app.post('/projects/:project/events/:endpoint/remove', { schema }, async (request, reply) => {
    const { project, place } = await findEndpointPlace(clients, accountOf(request), request.params)
    await clients.projectEndpoints.deleteEndpoint(place)
    return redirectTo(reply, `/projects/${project}/events`, cookies, 'endpoint-removed', 'events')
  })
}

export default signedInRoutes(changeEndpoint, enableEndpoint, rotateSecret, testEndpoint, removeEndpoint)
