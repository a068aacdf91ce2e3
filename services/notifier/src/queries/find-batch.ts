import type { Statement } from '@pagebell/postgres/database'
import type { BatchPosition } from './batch-position.ts'
import { type DeliveryRow, deliveryColumns } from './delivery-columns.ts'

export type BatchRow = DeliveryRow & { url_hash: string }

/** Rows of a batch after the position. */
export function findBatch(accountId: string, batchId: string, after: BatchPosition, limit: number): Statement {
  return {
    name: 'find-batch',
    text: `select ${deliveryColumns}, encode(url_hash, 'hex') as url_hash from deliveries
      where account_id = $1 and batch_id = $2 and (url_hash, channel) > (decode($3, 'hex'), $4)
      order by deliveries.url_hash, channel limit $5`,
    values: [accountId, batchId, ...after, limit],
  }
}
