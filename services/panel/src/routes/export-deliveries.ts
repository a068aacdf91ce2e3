import { Readable } from 'node:stream'
import type { ListDeliveriesRequest } from '@pagebell/protos/notifier/v1/ListDeliveriesRequest'
import { csvLine } from '../csv.ts'
import { deliveryFilters, wantedDeliveries } from '../delivery-filters.ts'
import type { Peers } from '../peers.ts'
import type { Route } from '../route.ts'
import { accountOf } from '../signed-in.ts'

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
const atMost = 100_000

export const exportDeliveries: Route = (app, { peers }) => {
  app.get('/deliveries.csv', { schema: { querystring: deliveryFilters } }, async (request, reply) => {
    const wanted = { account_id: accountOf(request), ...wantedDeliveries(request.query), per_page: 100 }
    void reply.headers({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="deliveries-${new Date().toISOString().slice(0, 10)}.csv"`,
    })
    return reply.send(Readable.from(lines(peers, wanted)))
  })
}

/** Page by page, so that a long log is never in memory whole. */
async function* lines({ deliveries }: Peers, wanted: ListDeliveriesRequest & { account_id: string }) {
  yield csvLine(columns)
  let cursor = wanted.cursor
  for (let written = 0; written < atMost; ) {
    const found = await deliveries.listDeliveries({ ...wanted, cursor } as Parameters<
      typeof deliveries.listDeliveries
    >[0])
    yield found.deliveries.map((delivery) => csvLine(columns.map((column) => delivery[column]))).join('')
    written += found.deliveries.length
    cursor = found.next_cursor
    if (cursor === undefined) return
  }
}
