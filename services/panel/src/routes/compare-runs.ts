import { Type } from '@pagebell/schema/type'
import { frameOf, sendPage } from '../frame.ts'
import { comparePage } from '../pages/compare-runs.ts'
import type { Route } from '../route.ts'
import { accountOf } from '../signed-in.ts'

const params = Type.Object({ id: Type.String() })
const querystring = Type.Object({
  run: Type.String({ format: 'uuid' }),
  with: Type.Optional(Type.String({ format: 'uuid' })),
})

export const compareRuns: Route = (app, tools) => {
  app.get('/reports/:id/compare', { schema: { params, querystring } }, async (request, reply) => {
    const { run: run_id, with: with_run_id } = request.query
    const { id } = request.params
    const named = with_run_id === undefined ? {} : { with_run_id }
    const compared = await tools.peers.reports.compareRuns({ account_id: accountOf(request), id, run_id, ...named })
    return sendPage(reply, comparePage(frameOf(request, reply, tools), id, compared))
  })
}
