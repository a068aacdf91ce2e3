import { fault } from '@pagebell/faults/fault'
import { Type } from '@pagebell/schema/type'
import { tried } from '../form-errors.ts'
import { frameOf, sendPage } from '../frame.ts'
import { keysPage, scopes } from '../pages/keys.ts'
import type { Route } from '../route.ts'
import { accountOf } from '../signed-in.ts'

const body = Type.Object({
  ...Object.fromEntries(scopes.map(([scope]) => [scope, Type.Optional(Type.String({ maxLength: 10 }))])),
  name: Type.String({ default: '', maxLength: 400 }),
  expires: Type.String({ enum: ['', '30', '90', '365'], default: '' }),
})

/** Answers with the secret instead of leading to it: it stands nowhere but in this answer. */
export const createKey: Route = (app, tools) => {
  const { accounts } = tools.peers
  app.post('/keys', { schema: { body } }, async (request, reply) => {
    const account_id = accountOf(request)
    const { name = '', expires, ...given } = request.body as Record<string, string>
    const wanted = scopes.flatMap(([scope]) => (given[scope] === undefined ? [] : [scope]))
    const outcome = await tried(async () => {
      if (wanted.length === 0) throw fault('invalid', 'Choose at least one permission.')
      const expires_at = expires === '' ? undefined : new Date(Date.now() + Number(expires) * 86_400_000).toISOString()
      return accounts.createKey({
        account_id,
        name,
        scopes: wanted,
        ...(expires_at === undefined ? {} : { expires_at }),
      })
    })
    const { keys } = await accounts.listKeys({ account_id })
    if (!outcome.done) void reply.code(outcome.status)
    const shown = outcome.done
      ? { keys, made: { key: outcome.value.api_key, name: name.trim() } }
      : { keys, errors: outcome.errors, sent: { name, scopes: wanted, expires } }
    return sendPage(reply, keysPage(frameOf(request, reply, tools), shown))
  })
}
