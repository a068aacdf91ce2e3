import { fault } from '@pagebell/faults/fault'
import { type CursorValue, decodeCursor, encodeCursor, refusedCursor } from '@pagebell/lists/cursor'
import { isTimestamp } from '@pagebell/lists/timestamp'
import type { Database, Transactions } from '@pagebell/postgres/database'
import type { Deliveries } from '@pagebell/rpc/contracts'
import type { Handler } from '@pagebell/rpc/serve-rpc'
import type { BatchPosition } from '../queries/batch-position.ts'
import type { Portion } from '../queries/due-again.ts'
import { requeueBatch } from '../queries/requeue-batch.ts'
import { requeueDelivery } from '../queries/requeue-delivery.ts'
import { type RejectedPosition, requeueRejected } from '../queries/requeue-rejected.ts'
import { readBatchPosition } from '../read-batch-position.ts'
import { isUuid, readTime } from '../read-request.ts'

/** Rows a call: well below what a statement, and a caller, may take in time. */
const atOnce = 2_000
const beforeAllIds = '00000000-0000-0000-0000-000000000000'

/** One portion a call. What a call did stays done, whatever becomes of the next. */
export function requeueDeliveries({ db }: { db: Database }): Handler<typeof Deliveries, 'requeueDeliveries'> {
  return async ({ account_id, delivery_id, batch_id, rejected_since, project, cursor }) => {
    const since = readTime('rejected_since', rejected_since)
    if ([delivery_id, batch_id, since].filter((which) => which !== undefined).length !== 1)
      throw fault('invalid', 'Say what to requeue: one of delivery_id, batch_id and rejected_since.')
    if (![account_id, delivery_id, batch_id].every((id) => id === undefined || isUuid(id))) return { count: 0 }

    const own = db.of(account_id)
    if (delivery_id !== undefined)
      return { count: (await own.query(requeueDelivery(account_id, delivery_id, project))).rowCount }
    const shape = JSON.stringify(['requeue', account_id, batch_id, since, project])
    const wanted = { accountId: account_id, project, limit: atOnce }
    const { requeued, next } =
      batch_id === undefined
        ? await rejectedPortion(own, wanted, since ?? '', cursor === undefined ? [] : decodeCursor(cursor, shape))
        : await batchPortion(own, { ...wanted, batchId: batch_id, after: readBatchPosition(cursor, shape) })
    return { count: requeued, ...(next !== undefined && { next_cursor: encodeCursor(next, shape) }) }
  }
}

type Wanted = { accountId: string; project: string | undefined; limit: number }

async function batchPortion(own: Transactions, wanted: Wanted & { batchId: string; after: BatchPosition }) {
  const { rows } = await own.query<Portion<BatchPosition>>(requeueBatch(wanted))
  const { looked = 0, requeued = 0, last = null } = rows[0] ?? {}
  return { requeued, next: looked < wanted.limit || last === null ? undefined : last }
}

async function rejectedPortion(own: Transactions, wanted: Wanted, since: string, given: CursorValue[]) {
  const [at = since, id = beforeAllIds, end] = given
  if (!isTimestamp(at) || typeof id !== 'string' || !isUuid(id) || (end !== undefined && !isTimestamp(end)))
    throw refusedCursor()
  const statement = requeueRejected({ ...wanted, after: [at, id], until: end })
  const { rows } = await own.query<Portion<RejectedPosition> & { until: string }>(statement)
  const { looked = 0, requeued = 0, last = null, until = '' } = rows[0] ?? {}
  return { requeued, next: looked < wanted.limit || last === null ? undefined : [...last, until] }
}
