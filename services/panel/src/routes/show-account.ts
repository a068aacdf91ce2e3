import { frameOf, sendPage } from '../frame.ts'
import { accountPage } from '../pages/account.ts'
import type { Route } from '../route.ts'
import { accountOf } from '../signed-in.ts'

export const showAccount: Route = (app, tools) => {
  app.get('/account', async (request, reply) => {
    const account = await tools.peers.accounts.getAccount({ account_id: accountOf(request) })
    return sendPage(reply, accountPage(frameOf(request, reply, tools), { account }))
  })
}
