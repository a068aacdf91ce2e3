import type { Database } from '@pagebell/postgres/database'
import type { Deliveries } from '@pagebell/rpc/contracts'
import type { Handler } from '@pagebell/rpc/serve-rpc'
import type { DeliveryRow } from '../queries/delivery-columns.ts'
import { findBatch } from '../queries/find-batch.ts'
import { isUuid } from '../read-request.ts'
import { toDelivery } from '../to-delivery.ts'

/** Another account's batch is as empty as one that has not arrived. */
export function getBatch({ db }: { db: Database }): Handler<typeof Deliveries, 'getBatch'> {
  return async ({ account_id, batch_id }) => {
    if (!isUuid(account_id) || !isUuid(batch_id)) return { deliveries: [] }
    const { rows } = await db.of(account_id).query<DeliveryRow>(findBatch(account_id, batch_id))
    return { deliveries: rows.map(toDelivery) }
  }
}
