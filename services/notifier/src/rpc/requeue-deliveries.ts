import { fault } from '@pagebell/faults/fault'
import type { Database } from '@pagebell/postgres/database'
import type { Deliveries } from '@pagebell/rpc/contracts'
import type { Handler } from '@pagebell/rpc/serve-rpc'
import { requeueDeliveries as statement } from '../queries/requeue-deliveries.ts'
import { isUuid, readTime } from '../read-request.ts'

export function requeueDeliveries({ db }: { db: Database }): Handler<typeof Deliveries, 'requeueDeliveries'> {
  return async ({ account_id, delivery_id, batch_id, rejected_since, project }) => {
    const rejectedSince = readTime('rejected_since', rejected_since)
    if (delivery_id === undefined && batch_id === undefined && rejectedSince === undefined)
      throw fault('invalid', 'Say what to requeue: delivery_id, batch_id or rejected_since.')
    if (![account_id, delivery_id, batch_id].every((id) => id === undefined || isUuid(id))) return { count: 0 }
    const filter = { accountId: account_id, deliveryId: delivery_id, batchId: batch_id, rejectedSince, project }
    return { count: (await db.of(account_id).query(statement(filter))).rowCount }
  }
}
