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
  const { peers, sessions, cookies, guesses } = tools
  app.post('/setup', { schema: { body } }, async (request, reply) => {
    const { setup_token, email, password } = request.body
    const outcome = await tried(async () => {
      const wanted = { setup_token: setup_token.trim(), email: email.trim(), password }
      const guess = { ip: request.ip, target: 'set-up', wrongCode: 'wrong_setup_token' }
      return guesses.setUp.judge(guess, () => peers.signIns.createFirstAccount(wanted))
    })
    if (!outcome.done) {
      void reply.code(outcome.status)
      const shown = { token: setup_token, email, errors: outcome.errors }
      return sendPage(reply, setupPage(frameOf(request, reply, tools), shown))
    }
    // A reset password ends the sessions of before.
    await sessions.endAll(outcome.value.account_id)
    await startSession(request, reply, outcome.value, tools)
    return leadTo(reply, '/', cookies, 'account-created')
  })
}
