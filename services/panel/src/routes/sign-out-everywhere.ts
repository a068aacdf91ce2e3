import { leadTo } from '../frame.ts'
import type { Route } from '../route.ts'
import { accountOf } from '../signed-in.ts'

export const signOutEverywhere: Route = (app, { sessions, cookies }) => {
  app.post('/account/sign-out-everywhere', async (request, reply) => {
    await sessions.endAll(accountOf(request))
    cookies.clear(reply, 'session')
    return leadTo(reply, '/sign-in', cookies, 'signed-out-everywhere')
  })
}
