import { fault } from '@pagebell/faults/fault'
import { encodeCursor } from '@pagebell/lists/cursor'
import { cutPage } from '@pagebell/lists/keyset'
import type { Database } from '@pagebell/postgres/database'
import type { Deliveries } from '@pagebell/rpc/contracts'
import type { Handler } from '@pagebell/rpc/serve-rpc'
import { hashUrl } from '../hash-url.ts'
import { type BatchRow, findBatch } from '../queries/find-batch.ts'
import { readBatchPosition } from '../read-batch-position.ts'
import { isUuid } from '../read-request.ts'
import { toDelivery } from '../to-delivery.ts'

/** What a caller gets that knows no pages. */
const most = 10_000

/** URLs of one call. */
const maxUrls = 1_000

/** Another account's batch is as empty as one that has not arrived. */
export function getBatch({ db }: { db: Database }): Handler<typeof Deliveries, 'getBatch'> {
  return async ({ account_id, batch_id, per_page = most, cursor, urls }) => {
    if (urls.length > maxUrls)
      throw fault('invalid', `urls are more than ${maxUrls}.`, {
        errors: { urls: [`must be at most ${maxUrls} URLs`] },
      })
    const hashes = urls.map(hashUrl)
    const shape = JSON.stringify(['batch', account_id, batch_id])
    const after = readBatchPosition(cursor, shape)
    if (!isUuid(account_id) || !isUuid(batch_id)) return { deliveries: [] }
    const limit = Math.min(Math.max(per_page, 1), most)
    const read = await db
      .of(account_id)
      .query<BatchRow>(findBatch({ accountId: account_id, batchId: batch_id, hashes }, after, limit + 1))
    const { rows, last, more } = cutPage(read.rows, limit)
    return {
      deliveries: rows.map(({ url_hash: _urlHash, ...row }) => toDelivery(row)),
      ...(last !== undefined && more && { next_cursor: encodeCursor([last.url_hash, last.channel], shape) }),
    }
  }
}
