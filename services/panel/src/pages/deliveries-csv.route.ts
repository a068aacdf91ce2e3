import { Readable } from 'node:stream'
import { csvLine } from '@pagebell/http/csv'
import type { Clients } from '../clients/clients.ts'
import { deliveryFilters, deliveryQuery } from '../forms/delivery-filters.ts'
import { type Route, signedInRoutes } from '../route.ts'
import { accountOf } from '../session/request-session.ts'

const columns = [
  'id',
  'batch_id',
  'project',
  'channel',
  'action',
  'url',
  'status',
  'attempts',
  'submitted_at',
  'delivered_at',
  'next_at',
  'reason',
  'engine',
  'engine_status',
  'engine_message',
] as const
const maxRows = 100_000

const exportDeliveries: Route = (app, { clients }) => {
  app.get('/deliveries.csv', { schema: { querystring: deliveryFilters } }, async (request, reply) => {
    const query = { ...deliveryQuery(request.query), account_id: accountOf(request), per_page: 100 }
    void reply.headers({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="deliveries-${new Date().toISOString().slice(0, 10)}.csv"`,
    })
    return reply.send(Readable.from(csvLines(clients, query)))
  })
}

type DeliveryQuery = Parameters<Clients['deliveries']['listDeliveries']>[0]

/** Page by page, so that a long log is never in memory whole. */
async function* csvLines({ deliveries }: Clients, query: DeliveryQuery) {
  yield csvLine(columns)
  let cursor = query.cursor
  for (let rows = 0; rows < maxRows; ) {
    const found = await deliveries.listDeliveries({ ...query, cursor })
    yield found.deliveries.map((delivery) => csvLine(columns.map((column) => delivery[column]))).join('')
    rows += found.deliveries.length
    cursor = found.next_cursor
    if (cursor === undefined) return
  }
}

export default signedInRoutes(exportDeliveries)
