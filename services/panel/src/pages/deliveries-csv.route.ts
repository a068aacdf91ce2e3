import { Readable } from 'node:stream'
import { csvLine } from '@pagebell/http/csv'
import type { Delivery__Output as Delivery } from '@pagebell/protos/notifier/v1/notifier'
import { deliveryFilters, deliveryQuery } from '../forms/delivery-filters.ts'
import { type Route, signedInRoutes } from '../route.ts'
import { accountOf } from '../session/request-session.ts'
import { exportedRows } from './exported-rows.ts'

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

const exportDeliveries: Route = (app, { clients }) => {
  app.get('/deliveries.csv', { schema: { querystring: deliveryFilters } }, async (request, reply) => {
    const query = { ...deliveryQuery(request.query), account_id: accountOf(request), per_page: 100 }
    const ask = (cursor = query.cursor) => clients.deliveries.listDeliveries({ ...query, cursor })
    const pages = await exportedRows(ask, ({ deliveries }) => deliveries)
    void reply.headers({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="deliveries-${new Date().toISOString().slice(0, 10)}.csv"`,
    })
    return reply.send(Readable.from(csvLines(pages)))
  })
}

async function* csvLines(pages: AsyncIterable<Delivery[]>): AsyncGenerator<string> {
  yield csvLine(columns)
  for await (const deliveries of pages)
    yield deliveries.map((delivery) => csvLine(columns.map((column) => delivery[column]))).join('')
}

export default signedInRoutes(exportDeliveries)
