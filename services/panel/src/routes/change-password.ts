import { Type } from '@pagebell/schema/type'
import { tried } from '../form-errors.ts'
import { frameOf, leadTo, sendPage } from '../frame.ts'
import { accountPage } from '../pages/account.ts'
import type { Route } from '../route.ts'
import { accountOf } from '../signed-in.ts'
import { startSession } from '../start-session.ts'

const body = Type.Object({
  current_password: Type.String({ default: '', maxLength: 1_000 }),
  new_password: Type.String({ default: '', maxLength: 1_000 }),
})

export const changePassword: Route = (app, tools) => {
  const { peers, sessions, cookies, guesses } = tools
  app.post('/account/password', { schema: { body } }, async (request, reply) => {
    const account_id = accountOf(request)
    const { current_password, new_password } = request.body
    // A stolen session is not to become a stolen password by guessing.
    const guess = { ip: request.ip, target: account_id, wrongCode: 'wrong_password' }
    const outcome = await tried(() =>
      guesses.passwordChange.judge(guess, () =>
        peers.signIns.changePassword({ account_id, current_password, new_password }),
      ),
    )
    if (!outcome.done) {
      const account = await peers.accounts.getAccount({ account_id })
      void reply.code(outcome.status)
      return sendPage(reply, accountPage(frameOf(request, reply, tools), { account, errors: outcome.errors }))
    }
    await sessions.endAll(account_id)
    await startSession(request, reply, outcome.value, tools)
    return leadTo(reply, '/account', cookies, 'password-changed', 'password')
  })
}
