import { decodeCursor, encodeCursor, refusedCursor } from '@pagebell/lists/cursor'
import { cutPage } from '@pagebell/lists/keyset'
import type { Database } from '@pagebell/postgres/database'
import type { ForcedBatches } from '@pagebell/rpc/contracts'
import type { Handler } from '@pagebell/rpc/serve-rpc'
import { checkUuid } from '../check-uuid.ts'
import { listForcedBatches as list } from '../queries/list-forced-batches.ts'

const atMost = 100

/** Another account's project is as empty as one that nobody has. */
export function listForcedBatches(db: Database): Handler<typeof ForcedBatches, 'listForcedBatches'> {
  return async ({ account_id, project_id, per_page, cursor }) => {
    checkUuid({ account_id, project_id })
    const shape = JSON.stringify(['forced batches', project_id])
    const after = cursor === undefined ? undefined : readPosition(cursor, shape)
    const limit = Math.min(Math.max(per_page, 1), atMost)
    const owner = { accountId: account_id, projectId: project_id }
    const { rows, last, more } = cutPage(await list(db.of(account_id), owner, after, limit + 1), limit)
    return {
      batches: rows.map(({ key_id, ...batch }) => ({ ...batch, ...(key_id !== null && { key_id }) })),
      ...(last !== undefined && more && { next_cursor: encodeCursor([last.forced_at, last.batch_id], shape) }),
    }
  }
}

function readPosition(cursor: string, shape: string): [string, string] {
  const [time, id] = decodeCursor(cursor, shape)
  if (typeof time !== 'string' || typeof id !== 'string' || Number.isNaN(Date.parse(time))) throw refusedCursor()
  return [time, id]
}
