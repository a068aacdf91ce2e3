import { Type } from '@pagebell/schema/type'
import { tried } from '../form-errors.ts'
import { frameOf, leadTo, sendPage } from '../frame.ts'
import { setupPage } from '../pages/setup.ts'
import type { Route } from '../route.ts'
import { startSession } from '../start-session.ts'

const body = Type.Object({
  setup_token: Type.String({ default: '', maxLength: 1_000 }),
  email: Type.String({ default: '', maxLength: 1_000 }),
  password: Type.String({ default: '', maxLength: 1_000 }),
})

export const setUp: Route = (app, tools) => {
  const { peers, cookies, guesses } = tools
  app.post('/setup', { schema: { body } }, async (request, reply) => {
    const { setup_token, email, password } = request.body
    const outcome = await tried(async () => {
      await guesses.perAddress.take(request.ip)
      const wanted = { setup_token: setup_token.trim(), email: email.trim(), password }
      return peers.signIns.createFirstAccount(wanted)
    })
    if (!outcome.done) {
      void reply.code(outcome.status)
      const shown = { token: setup_token, email, errors: outcome.errors }
      return sendPage(reply, setupPage(frameOf(request, reply, tools), shown))
    }
    await startSession(request, reply, outcome.value, tools)
    return leadTo(reply, '/', cookies)
  })
}
