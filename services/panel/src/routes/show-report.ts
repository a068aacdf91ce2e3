import { frameOf, sendPage } from '../frame.ts'
import { reportPage } from '../pages/report.ts'
import type { Route } from '../route.ts'
import { accountOf } from '../signed-in.ts'

export const showReport: Route = (app, tools) => {
  app.get<{ Params: { id: string } }>('/reports/:id', async (request, reply) => {
    const named = { account_id: accountOf(request), id: request.params.id }
    const [report, { runs }] = await Promise.all([
      tools.peers.reports.getReport(named),
      tools.peers.reports.listRuns(named),
    ])
    return sendPage(reply, reportPage(frameOf(request, reply, tools), { report, runs }))
  })
}
