import { afterPosition, orderBy } from '@pagebell/lists/keyset'
import type { Queryable } from '@pagebell/postgres/database'

export type ForcedBatchRow = {
  batch_id: string
  key_id: string | null
  reason: string
  channel: string
  action: string
  urls: number
  forced_at: string
}

const order = ['forced_at', 'batch_id']

/** A project's, newest first, after the position if there is one. */
export async function listForcedBatches(
  q: Queryable,
  { accountId, projectId }: { accountId: string; projectId: string },
  after: [string, string] | undefined,
  limit: number,
): Promise<ForcedBatchRow[]> {
  const onward = after === undefined ? '' : `and ${afterPosition(order, 'desc', 4)}`
  const text = `select batch_id, key_id, reason, channel, action, urls, forced_at from forced_batch
    where account_id = $1 and project_id = $2 ${onward} ${orderBy(order, 'desc')} limit $3`
  const { rows } = await q.query<ForcedBatchRow>({ text, values: [accountId, projectId, limit, ...(after ?? [])] })
  return rows
}
