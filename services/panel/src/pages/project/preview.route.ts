import { Type } from '@pagebell/schema/type'
import { findProject } from '../../clients/clients.ts'
import { submitForm } from '../../forms/form-result.ts'
import { type Route, signedInRoutes } from '../../route.ts'
import { accountOf } from '../../session/request-session.ts'
import { sendWebhookPage } from './webhook.page.ts'

const params = Type.Object({ project: Type.String() })
const body = Type.Object({ urls: Type.String({ default: '', maxLength: 400_000 }) })

const previewUrls: Route = (app, tools) => {
  const { rehearsals } = tools.clients
  app.post('/projects/:project/try', { schema: { params, body } }, async (request, reply) => {
    const account_id = accountOf(request)
    const { project } = await findProject(tools.clients, account_id, request.params.project)
    const text = request.body.urls
    const urls = text.split(/\r?\n/).flatMap((line) => line.trim() || [])
    const outcome = await submitForm(() => rehearsals.tryUrls({ account_id, project, urls }))
    if (!outcome.done) void reply.code(outcome.status)
    const result = outcome.done ? { results: outcome.value.results } : { errors: { message: 'Enter 1 to 1,000 URLs.' } }
    return sendWebhookPage(request, reply, tools, { name: project, preview: { urls: text, ...result } })
  })
}

export default signedInRoutes(previewUrls)
