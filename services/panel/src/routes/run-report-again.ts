import { leadTo } from '../frame.ts'
import type { Route } from '../route.ts'
import { accountOf } from '../signed-in.ts'

export const runReportAgain: Route = (app, { peers, cookies }) => {
  app.post<{ Params: { id: string } }>('/reports/:id/again', async (request, reply) => {
    const { id } = request.params
    await peers.reports.changeReport({ account_id: accountOf(request), id, analyze_again: true })
    return leadTo(reply, `/reports/${id}`, cookies, 'report-requested')
  })
}
