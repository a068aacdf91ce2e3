import { Type } from '@pagebell/schema/type'
import { tried } from '../form-errors.ts'
import { frameOf, leadTo, sendPage } from '../frame.ts'
import { localPath } from '../local-path.ts'
import { signInPage } from '../pages/sign-in.ts'
import type { Route } from '../route.ts'
import { startSession } from '../start-session.ts'

const body = Type.Object({
  email: Type.String({ default: '', maxLength: 1_000 }),
  password: Type.String({ default: '', maxLength: 1_000 }),
  next: Type.Optional(Type.String()),
})

export const signIn: Route = (app, tools) => {
  const { peers, cookies, guesses } = tools
  app.post('/sign-in', { schema: { body } }, async (request, reply) => {
    const { email, password } = request.body
    const next = localPath(request.body.next)
    // By both together: nobody can lock another's account from elsewhere.
    const guessed = `${request.ip} ${email.trim().toLowerCase()}`
    const outcome = await tried(async () => {
      await guesses.perAddress.take(request.ip)
      await guesses.password.take(guessed)
      return peers.signIns.signIn({ email: email.trim(), password })
    })
    if (!outcome.done) {
      void reply.code(outcome.status)
      return sendPage(reply, signInPage(frameOf(request, reply, tools), { email, next, errors: outcome.errors }))
    }

    await guesses.password.forget(guessed)
    await startSession(request, reply, outcome.value, tools)
    return leadTo(reply, next, cookies)
  })
}
