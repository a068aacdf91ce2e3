import { fault } from '@pagebell/faults/fault'
import { decodeCursor, encodeCursor, refusedCursor } from '@pagebell/lists/cursor'
import { cutPage } from '@pagebell/lists/keyset'
import { isIsoTimestamp } from '@pagebell/lists/timestamp'
import type { Database } from '@pagebell/postgres/database'
import type { Deliveries } from '@pagebell/rpc/contracts'
import type { Handler } from '@pagebell/rpc/serve-rpc'
import { hashUrl } from '../hash-url.ts'
import type { DeliveryRow } from '../queries/delivery-columns.ts'
import { listDeliveries as statement } from '../queries/list-deliveries.ts'
import { isUuid, readTime } from '../read-request.ts'
import { toDelivery } from '../to-delivery.ts'

const statuses = ['pending', 'delivered', 'retrying', 'held', 'rejected', 'dropped', 'set_aside']
const MOST = 100

export function listDeliveries({ db }: { db: Pick<Database, 'of'> }): Handler<typeof Deliveries, 'listDeliveries'> {
  return async (request) => {
    const { project, status, channel, url, batch_id } = request
    if (status !== undefined && !statuses.includes(status))
      throw fault('invalid', 'There is no such status.', { errors: { status: [`Use one of ${statuses.join(', ')}.`] } })
    const from = readTime('from', request.from)
    const until = readTime('until', request.until)
    const shape = JSON.stringify(['deliveries', project, status, channel, url, batch_id, from, until])
    const after = request.cursor === undefined ? undefined : readPosition(request.cursor, shape)
    if (!isUuid(request.account_id) || (batch_id !== undefined && !isUuid(batch_id))) return { deliveries: [] }

    const filter = {
      accountId: request.account_id,
      project,
      status,
      channel,
      url: url === undefined ? undefined : { text: url, hash: hashUrl(url) },
      batchId: batch_id,
      from,
      until,
    }
    const limit = Math.min(Math.max(request.per_page, 1), MOST)
    const read = await db.of(filter.accountId).query<DeliveryRow>(statement(filter, after, limit + 1))
    const { rows, last, more } = cutPage(read.rows, limit)
    return {
      deliveries: rows.map(toDelivery),
      ...(last !== undefined && more && { next_cursor: encodeCursor([last.submitted_at, last.id], shape) }),
    }
  }
}

function readPosition(cursor: string, shape: string): [string, string] {
  const [time, id, ...more] = decodeCursor(cursor, shape)
  if (!isIsoTimestamp(time) || typeof id !== 'string' || !isUuid(id) || more.length > 0) throw refusedCursor()
  return [time, id]
}
