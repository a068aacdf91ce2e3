import { frameOf, sendPage } from '../frame.ts'
import { keysPage } from '../pages/keys.ts'
import type { Route } from '../route.ts'
import { accountOf } from '../signed-in.ts'

export const listKeys: Route = (app, tools) => {
  app.get('/keys', async (request, reply) => {
    const { keys } = await tools.peers.accounts.listKeys({ account_id: accountOf(request) })
    return sendPage(reply, keysPage(frameOf(request, reply, tools), { keys }))
  })
}
