import { Type } from '@pagebell/schema/type'
import { tried } from '../form-errors.ts'
import { frameOf, leadTo, sendPage } from '../frame.ts'
import { passwordDeadlineMs } from '../limit-guesses.ts'
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
    const guess = { ip: request.ip, target: email.trim().toLowerCase(), wrongCode: 'wrong_credentials' }
    const outcome = await tried(() =>
      guesses.signIn.judge(guess, (from) =>
        peers.signIns.signIn({ email: email.trim(), password, ...from }, { deadlineMs: passwordDeadlineMs }),
      ),
    )
    if (!outcome.done) {
      void reply.code(outcome.status)
      return sendPage(reply, signInPage(frameOf(request, reply, tools), { email, next, errors: outcome.errors }))
    }

    await startSession(request, reply, outcome.value, tools)
    return leadTo(reply, next, cookies)
  })
}
