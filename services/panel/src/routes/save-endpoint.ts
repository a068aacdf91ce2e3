import { fault } from '@pagebell/faults/fault'
import { eventTypes } from '@pagebell/outbound-events/event-types'
import { Type } from '@pagebell/schema/type'
import { findProject } from '../find-project.ts'
import { tried } from '../form-errors.ts'
import { frameOf, leadTo, sendPage } from '../frame.ts'
import { loadProjectPage } from '../load-project-page.ts'
import { newSecretPage } from '../pages/new-secret.ts'
import { projectPage } from '../pages/project.ts'
import { errorsFor } from '../parts/form.ts'
import type { Route } from '../route.ts'
import { accountOf } from '../signed-in.ts'

const params = Type.Object({ project: Type.String() })
const chosen = Object.fromEntries(eventTypes.map((type) => [type, Type.Optional(Type.String({ maxLength: 10 }))]))
const body = Type.Object({ url: Type.String({ maxLength: 2_048 }), ...chosen })

/** A new one is answered with its secret, which stands nowhere but in this answer. */
export const saveEndpoint: Route = (app, tools) => {
  const { peers, cookies } = tools
  app.post('/projects/:project/endpoint', { schema: { params, body } }, async (request, reply) => {
    const account_id = accountOf(request)
    const { project, project_id } = await findProject(peers, account_id, request.params.project)
    const given = request.body as Record<string, string>
    const url = given['url'] ?? ''
    const events = eventTypes.filter((type) => given[type] !== undefined)
    const outcome = await tried(async () => {
      if (events.length === 0) throw fault('invalid', 'Choose one event at least.')
      return peers.eventEndpoints.putEndpoint({ account_id, project_id, project, url, events })
    })
    if (!outcome.done) {
      const shown = await loadProjectPage(tools, account_id, project)
      void reply.code(outcome.status)
      const errors = { endpoint: { errors: errorsFor(outcome.errors, ['url']) ?? {}, sent: { url, events } } }
      return sendPage(reply, projectPage(frameOf(request, reply, tools), { ...shown, errors }))
    }
    const { secret } = outcome.value
    if (secret === '') return leadTo(reply, `/projects/${project}`, cookies, 'endpoint-saved', 'events')
    return sendPage(reply, newSecretPage(frameOf(request, reply, tools), { project, secret, graceSeconds: undefined }))
  })
}
