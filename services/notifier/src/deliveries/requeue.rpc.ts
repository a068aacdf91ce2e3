import { fault } from '@pagebell/faults/fault'
import { isId } from '@pagebell/faults/ids'
import { type CursorValue, decodeCursor, encodeCursor, refusedCursor } from '@pagebell/lists/cursor'
import { isTimestamp } from '@pagebell/lists/timestamp'
import type { Database, Queryable } from '@pagebell/postgres/database'
import type { Deliveries } from '@pagebell/rpc/contracts'
import type { HandlersOf } from '@pagebell/rpc/serve-rpc'
import { readBatchPosition, readTime } from './delivery.ts'
import type { BatchPosition } from './log.sql.ts'
import { requeueBatch, requeueDelivery, requeueRejected } from './requeue.sql.ts'

/** Rows of one call: far fewer than a statement, and a caller, have time for. */
const rowsPerCall = 2_000
const beforeAllIds = '00000000-0000-0000-0000-000000000000'

export const requeueHandlers = (db: Database): Pick<HandlersOf<typeof Deliveries>, 'requeueDeliveries'> => ({
  /** Requeues one portion a call. What a call did stays done, whatever happens to the next. */
  async requeueDeliveries({ account_id, delivery_id, batch_id, rejected_since, project, cursor }) {
    const since = readTime('rejected_since', rejected_since)
    if ([delivery_id, batch_id, since].filter((which) => which !== undefined).length !== 1)
      throw fault('invalid', 'Say what to requeue: one of delivery_id, batch_id and rejected_since.')
    if (![account_id, delivery_id, batch_id].every((id) => id === undefined || isId(id))) return { count: 0 }

    const q = db.forAccount(account_id)
    if (delivery_id !== undefined) return { count: await requeueDelivery(q, account_id, delivery_id, project) }
    const shape = JSON.stringify(['requeue', account_id, batch_id, since, project])
    const selection = { accountId: account_id, project, limit: rowsPerCall }
    const { requeued, next } =
      batch_id === undefined
        ? await rejectedPortion(q, selection, since ?? '', cursor === undefined ? [] : decodeCursor(cursor, shape))
        : await batchPortion(q, { ...selection, batchId: batch_id, after: readBatchPosition(cursor, shape) })
    return { count: requeued, ...(next !== undefined && { next_cursor: encodeCursor(next, shape) }) }
  },
})

type Selection = { accountId: string; project: string | undefined; limit: number }

async function batchPortion(q: Queryable, selection: Selection & { batchId: string; after: BatchPosition }) {
  const { looked = 0, requeued = 0, last = null } = (await requeueBatch(q, selection)) ?? {}
  return { requeued, next: looked < selection.limit || last === null ? undefined : last }
}

async function rejectedPortion(q: Queryable, selection: Selection, since: string, position: CursorValue[]) {
  const [at = since, id = beforeAllIds, end] = position
  if (!isTimestamp(at) || !isId(id) || (end !== undefined && !isTimestamp(end))) throw refusedCursor()
  const portion = await requeueRejected(q, { ...selection, after: [at, id], until: end })
  const { looked = 0, requeued = 0, last = null, until = '' } = portion ?? {}
  return { requeued, next: looked < selection.limit || last === null ? undefined : [...last, until] }
}
