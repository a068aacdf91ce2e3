import { Type } from '@pagebell/schema/type'
import { frameOf, sendPage } from '../frame.ts'
import { localPath } from '../local-path.ts'
import { signInPage } from '../pages/sign-in.ts'
import type { Route } from '../route.ts'
import { sessionOf } from '../signed-in.ts'

const querystring = Type.Object({ next: Type.Optional(Type.String()) })

export const showSignIn: Route = (app, tools) => {
  app.get('/sign-in', { schema: { querystring } }, async (request, reply) => {
    const next = localPath(request.query.next)
    if (sessionOf(request) !== undefined) return reply.redirect(next, 303)
    return sendPage(reply, signInPage(frameOf(request, reply, tools), { next }))
  })
}
