import { frameOf, sendPage } from '../frame.ts'
import { usagePage } from '../pages/usage.ts'
import { quotasOf } from '../quotas.ts'
import type { Route } from '../route.ts'
import { accountOf } from '../signed-in.ts'

export const showUsage: Route = (app, tools) => {
  const { accounts, quotas, usageDays } = tools.peers
  app.get('/usage', async (request, reply) => {
    const account_id = accountOf(request)
    const [account, usage, { days }] = await Promise.all([
      accounts.getAccount({ account_id }),
      quotas.getUsage({ account_id }),
      usageDays.listUsageDays({ account_id, days: 30 }),
    ])
    return sendPage(reply, usagePage(frameOf(request, reply, tools), { quotas: quotasOf(account, usage), days }))
  })
}
