import { deliveryFilters, wantedDeliveries } from '../delivery-filters.ts'
import { tried } from '../form-errors.ts'
import { frameOf, sendPage } from '../frame.ts'
import { deliveriesPage } from '../pages/deliveries.ts'
import type { Route } from '../route.ts'
import { accountOf } from '../signed-in.ts'

export const listDeliveries: Route = (app, tools) => {
  app.get('/deliveries', { schema: { querystring: deliveryFilters } }, async (request, reply) => {
    const filters = request.query
    const account_id = accountOf(request)
    const outcome = await tried(() =>
      tools.peers.deliveries.listDeliveries({ account_id, ...wantedDeliveries(filters) }),
    )
    if (!outcome.done) void reply.code(outcome.status)
    const shown = outcome.done ? { found: outcome.value } : { found: { deliveries: [] }, errors: outcome.errors }
    return sendPage(reply, deliveriesPage(frameOf(request, reply, tools), { filters, ...shown }))
  })
}
