import { createHash, randomUUID } from 'node:crypto'
import { fault } from '@pagebell/faults/fault'
import { type Html, html } from '@pagebell/html/template'
import { signedFormat } from '@pagebell/outbound-events/event-formats'
import { eventTypes } from '@pagebell/outbound-events/event-types'
import { Type } from '@pagebell/schema/type'
import { findProject } from '../../../clients/clients.ts'
import { type FormErrors, submitForm } from '../../../forms/form-result.ts'
import { type Frame, frameOf, redirectTo, sendPage } from '../../../html/frame.ts'
import { formProblem, postForm } from '../../../parts/form.ts'
import { outsideLink } from '../../../parts/url.ts'
import { type Route, signedInRoutes } from '../../../route.ts'
import { accountOf } from '../../../session/request-session.ts'
import { projectOfPath } from '../project-of-path.ts'
import { projectPage } from '../tabs.ts'
import {
  chosenTypes,
  type EndpointSettings,
  endpointBody,
  endpointErrors,
  endpointFields,
  hasPlainUrl,
  sentSettings,
} from './endpoint-fields.ts'
import { newSecretPage } from './new-secret.ts'

type NewEndpointForm = { project: string; sent?: EndpointSettings; errors?: FormErrors }

function formPage(frame: Frame, { project, sent, errors }: NewEndpointForm): Html {
  const settings = sent ?? { format: signedFormat, name: '', url: '', events: [...eventTypes] }
  const form = html`${formProblem(errors)}<input type="hidden" name="once" value="${randomUUID()}">
${endpointFields(settings, errors)}<button class="main">Add the endpoint</button>`
  const standard = outsideLink('https://www.standardwebhooks.com', 'Standard Webhooks')
  return projectPage(frame, {
    project,
    tab: 'Events',
    lead: html`Add an endpoint. <a href="/projects/${project}/events">All endpoints</a>`,
    body: html`<section class="card" aria-labelledby="new-endpoint"><h2 id="new-endpoint">Endpoint</h2>
<p class="hint">A program gets events as JSON, signed as specified by ${standard}; its secret is shown when you have
added it. The others get a message for people.</p>
${postForm(frame, `/projects/${project}/events`, form, 'stack wide')}</section>`,
  })
}

const params = Type.Object({ project: Type.String() })

const showForm: Route = (app, tools) => {
  app.get('/projects/:project/events/new', { schema: { params } }, async (request, reply) => {
    const { project } = await findProject(tools.clients, accountOf(request), request.params.project)
    return sendPage(reply, formPage(frameOf(request, reply, tools), { project }))
  })
}

const body = Type.Object({ ...endpointBody.properties, once: Type.String({ format: 'uuid' }) })

/** Answers with the page instead of a redirect: only this response contains the secret. */
const addEndpoint: Route = (app, tools) => {
  const { clients } = tools
  app.post('/projects/:project/events', { schema: { params, body } }, async (request, reply) => {
    const { account_id, project, project_id } = await projectOfPath(clients, request)
    const sent = sentSettings(request.body)
    const { format, url } = sent
    const address = format === signedFormat ? { url } : { url: '', receiver: { format, url } }
    const name = sent.name.trim() === '' ? {} : { name: sent.name }
    const outcome = await submitForm(async () => {
      const events = chosenTypes(sent)
      const request_sha256 = createHash('sha256')
        .update(`panel ${JSON.stringify(sent)}`)
        .digest()
      const idempotency = { key: (request.body as { once: string }).once, request_sha256 }
      return clients.projectEndpoints.createEndpoint({
        account_id,
        project_id,
        project,
        ...name,
        ...address,
        events,
        idempotency,
      })
    })
    const frame = frameOf(request, reply, tools)
    if (!outcome.done) {
      const errors = endpointErrors(outcome.errors)
      return sendPage(reply.code(outcome.status), formPage(frame, { project, sent, errors }))
    }
    const { endpoint, secret } = outcome.value
    if (endpoint === null) throw fault('internal', 'the notifier answered a new secret without its endpoint')
    if (hasPlainUrl(endpoint)) return sendPage(reply, newSecretPage(frame, { project, endpoint, secret }))
    const notice = endpoint.enabled ? 'endpoint-added' : 'endpoint-asked'
    return redirectTo(reply, `/projects/${project}/events/${endpoint.id}`, tools.cookies, notice, 'endpoint')
  })
}

export default signedInRoutes(showForm, addEndpoint)
