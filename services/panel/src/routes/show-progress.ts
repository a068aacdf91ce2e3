import { sendFragment } from '../frame.ts'
import { isMoving } from '../pages/report.ts'
import { progressStages } from '../parts/progress.ts'
import type { Route } from '../route.ts'
import { accountOf } from '../signed-in.ts'

/** What a report's page asks while a run is on its way. At its end the page is to be read anew. */
export const showProgress: Route = (app, { peers }) => {
  app.get<{ Params: { id: string } }>('/reports/:id/progress', async (request, reply) => {
    const report = await peers.reports.getReport({ account_id: accountOf(request), id: request.params.id })
    if (!isMoving(report)) void reply.header('hx-refresh', 'true')
    return sendFragment(reply, progressStages(report))
  })
}
