import { frameOf, sendPage } from '../frame.ts'
import { setupPage } from '../pages/setup.ts'
import type { Route } from '../route.ts'

export const showSetup: Route = (app, tools) => {
  app.get('/setup', async (request, reply) => sendPage(reply, setupPage(frameOf(request, reply, tools), {})))
}
