import type { Statement } from '@pagebell/postgres/database'
import type { BatchPosition } from './batch-position.ts'
import { type DeliveryRow, deliveryColumns } from './delivery-columns.ts'

export type BatchRow = DeliveryRow & { url_hash: string }

type Filter = {
  accountId: string
  batchId: string
  /** Of the URLs that are asked for; of all when there are none. */
  hashes: Buffer[]
}

/** Rows of a batch after the position. */
export function findBatch({ accountId, batchId, hashes }: Filter, after: BatchPosition, limit: number): Statement {
  const isOfAll = hashes.length === 0
  return {
    name: isOfAll ? 'find-batch' : 'find-batch-urls',
    text: `select ${deliveryColumns}, encode(url_hash, 'hex') as url_hash from deliveries
      where account_id = $1 and batch_id = $2 and (url_hash, channel) > (decode($3, 'hex'), $4)
      ${isOfAll ? '' : 'and url_hash = any ($6)'}
      order by deliveries.url_hash, channel limit $5`,
    values: [accountId, batchId, ...after, limit, ...(isOfAll ? [] : [hashes])],
  }
}
