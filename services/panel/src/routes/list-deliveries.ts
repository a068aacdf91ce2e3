import { deliveryFilters, wantedDeliveries } from '../delivery-filters.ts'
import { frameOf, sendPage } from '../frame.ts'
import { deliveriesPage } from '../pages/deliveries.ts'
import type { Route } from '../route.ts'
import { accountOf } from '../signed-in.ts'

export const listDeliveries: Route = (app, tools) => {
  app.get('/deliveries', { schema: { querystring: deliveryFilters } }, async (request, reply) => {
    const filters = request.query
    const wanted = { account_id: accountOf(request), ...wantedDeliveries(filters) }
    const found = await tools.peers.deliveries.listDeliveries(wanted)
    return sendPage(reply, deliveriesPage(frameOf(request, reply, tools), { filters, found }))
  })
}
