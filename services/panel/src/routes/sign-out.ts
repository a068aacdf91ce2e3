import { leadTo } from '../frame.ts'
import type { Route } from '../route.ts'

export const signOut: Route = (app, { sessions, cookies }) => {
  app.post('/sign-out', async (request, reply) => {
    const cookie = cookies.read(request, 'session')
    if (cookie !== undefined) await sessions.end(cookie)
    cookies.clear(reply, 'session')
    return leadTo(reply, '/sign-in', cookies, 'signed-out')
  })
}
