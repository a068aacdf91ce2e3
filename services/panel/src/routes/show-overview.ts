import { frameOf, sendPage } from '../frame.ts'
import { loadOverview } from '../load-overview.ts'
import { overviewPage } from '../pages/overview.ts'
import type { Route } from '../route.ts'
import { accountOf } from '../signed-in.ts'

export const showOverview: Route = (app, tools) => {
  app.get('/', async (request, reply) => {
    const shown = await loadOverview(tools.peers, accountOf(request))
    return sendPage(reply, overviewPage(frameOf(request, reply, tools), shown))
  })
}
