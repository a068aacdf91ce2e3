import { parseHeaderLines } from '@pagebell/http/header-lines'
import { Type } from '@pagebell/schema/type'
import { errorsFor, submitForm } from '../../../forms/form-result.ts'
import { type Route, signedInRoutes } from '../../../route.ts'
import { accountOf } from '../../../session/request-session.ts'
import { findSource, sendSourcePage, sourceParams } from './source.page.ts'

const body = Type.Object({
  headers: Type.String({ default: '', maxLength: 40_000 }),
  body: Type.String({ default: '', maxLength: 200_000 }),
})

const trySource: Route = (app, tools) => {
  const { clients } = tools
  app.post(
    '/projects/:project/sources/:source/try',
    { schema: { params: sourceParams, body } },
    async (request, reply) => {
      const { place } = await findSource(clients, accountOf(request), request.params)
      const { headers } = request.body
      // A browser sends every line of a text area with CRLF, which a signature does not cover.
      const text = request.body.body.replaceAll('\r\n', '\n')
      const outcome = await submitForm(async () =>
        clients.sources.trySource({ ...place, headers: parseHeaderLines(headers), body: text }),
      )
      if (!outcome.done) void reply.code(outcome.status)
      const result = outcome.done
        ? { result: outcome.value }
        : { errors: errorsFor(outcome.errors, ['headers', 'body']) }
      const trial = { headers, body: text, ...result }
      return sendSourcePage(request, reply, tools, { params: request.params, trial })
    },
  )
}

export default signedInRoutes(trySource)
