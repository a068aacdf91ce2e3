import type { Queryable } from '@pagebell/postgres/database'
import type { Commit } from '../commit-group.ts'

/** Who forces, and why. Without a key it is the operator. */
export type Force = { keyId: string | undefined; reason: string }

const text = `insert into forced_batch (account_id, batch_id, project_id, key_id, reason, channel, action, urls, forced_at)
values ($1, $2, $3, $4, $5, $6, $7, $8, to_timestamp($9 / 1000.0))`

/** Writes down who forced a batch, in the transaction that commits it. */
export async function insertForcedBatch(q: Queryable, commit: Commit, force: Force, at: number): Promise<void> {
  const { accountId, batchId, projectId, channel, action, urls } = commit
  const values = [accountId, batchId, projectId, force.keyId ?? null, force.reason, channel, action, urls.length, at]
  await q.query({ name: 'insert-forced-batch', text, values })
}
