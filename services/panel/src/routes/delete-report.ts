import { leadTo } from '../frame.ts'
import type { Route } from '../route.ts'
import { accountOf } from '../signed-in.ts'

export const deleteReport: Route = (app, { peers, cookies }) => {
  app.post<{ Params: { id: string } }>('/reports/:id/delete', async (request, reply) => {
    await peers.reports.deleteReport({ account_id: accountOf(request), id: request.params.id })
    return leadTo(reply, '/reports', cookies, 'report-deleted')
  })
}
