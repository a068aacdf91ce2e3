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
  const rows = `select * from deliveries
      where account_id = $1 and batch_id = $2 and (url_hash, channel) > (decode($3, 'hex'), $4)`
  // Each URL by the index. Planned as one condition it may walk the whole batch, for every portion of a batch that is read
  // in portions; "offset 0" keeps it from being planned so.
  const wantedRows = `unnest($6::bytea[]) as wanted (hash), lateral (${rows} and url_hash = wanted.hash offset 0)`
  return {
    name: isOfAll ? 'find-batch' : 'find-batch-urls',
    text: `select ${deliveryColumns}, encode(url_hash, 'hex') as url_hash
      from ${isOfAll ? `(${rows})` : wantedRows} as deliveries
      order by deliveries.url_hash, channel limit $5`,
    values: [accountId, batchId, ...after, limit, ...(isOfAll ? [] : [hashes])],
  }
}
