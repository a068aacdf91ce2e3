import { fault } from '@pagebell/faults/fault'
import { Type } from '@pagebell/schema/type'
import { submitForm } from '../forms/form-result.ts'
import { frameOf, redirectTo, sendPage } from '../html/frame.ts'
import { type Route, signedInRoutes } from '../route.ts'
import { accountOf } from '../session/request-session.ts'
import { keysPage, scopes } from './keys.page.ts'

const body = Type.Object({
  ...Object.fromEntries(scopes.map(([scope]) => [scope, Type.Optional(Type.String({ maxLength: 10 }))])),
  name: Type.String({ default: '', maxLength: 400 }),
  expires: Type.String({ enum: ['', '30', '90', '365'], default: '' }),
})

/** Answers with the page instead of a redirect: only this response contains the key. */
const createKey: Route = (app, tools) => {
  const { accounts } = tools.clients
  app.post('/keys', { schema: { body } }, async (request, reply) => {
    const account_id = accountOf(request)
    const { name = '', expires, ...boxes } = request.body as Record<string, string>
    const chosen = scopes.flatMap(([scope]) => (boxes[scope] === undefined ? [] : [scope]))
    const outcome = await submitForm(async () => {
      if (chosen.length === 0) throw fault('invalid', 'Choose at least one permission.')
      const expires_at = expires === '' ? undefined : new Date(Date.now() + Number(expires) * 86_400_000).toISOString()
      return accounts.createKey({
        account_id,
        name,
        scopes: chosen,
        ...(expires_at === undefined ? {} : { expires_at }),
      })
    })
    const { keys } = await accounts.listKeys({ account_id })
    if (!outcome.done) void reply.code(outcome.status)
    const shown = outcome.done
      ? { keys, created: { key: outcome.value.api_key, name: name.trim() } }
      : { keys, errors: outcome.errors, sent: { name, scopes: chosen, expires } }
    return sendPage(reply, keysPage(frameOf(request, reply, tools), shown))
  })
}

const revokeKey: Route = (app, { clients, cookies }) => {
  app.post<{ Params: { id: string } }>('/keys/:id/revoke', async (request, reply) => {
    await clients.accounts.revokeKey({ account_id: accountOf(request), key_id: request.params.id })
    return redirectTo(reply, '/keys', cookies, 'key-revoked', 'keys')
  })
}

export default signedInRoutes(createKey, revokeKey)
