import { afterPosition, orderBy } from '@pagebell/lists/keyset'
import type { Queryable } from '@pagebell/postgres/database'
import type { SubmissionCommit } from '../submissions/commit.ts'

/** Who submits again, and why. Without a key it is the operator. */
export type Resubmission = { keyId: string | undefined; reason: string }

/** Records who submitted a batch again, in the transaction that commits it. */
export async function insertResubmission(
  q: Queryable,
  commit: SubmissionCommit,
  resubmission: Resubmission,
  at: number,
): Promise<void> {
  const { accountId, batchId, projectId, channel, action, urls } = commit
  const values = [
    accountId,
    batchId,
    projectId,
    resubmission.keyId ?? null,
    resubmission.reason,
    channel,
    action,
    urls.length,
    at,
  ]
  await q.query({
    name: 'insert-resubmission',
    text: `
      insert into forced_batch (account_id, batch_id, project_id, key_id, reason, channel, action, urls, forced_at)
      values ($1, $2, $3, $4, $5, $6, $7, $8, to_timestamp($9 / 1000.0))`,
    values,
  })
}

export type ResubmissionRow = {
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
export async function findResubmissions(
  q: Queryable,
  { accountId, projectId }: { accountId: string; projectId: string },
  after: [string, string] | undefined,
  limit: number,
): Promise<ResubmissionRow[]> {
  const continued = after === undefined ? '' : `and ${afterPosition(order, 'desc', 4)}`
  const text = `select batch_id, key_id, reason, channel, action, urls, forced_at from forced_batch
    where account_id = $1 and project_id = $2 ${continued} ${orderBy(order, 'desc')} limit $3`
  const { rows } = await q.query<ResubmissionRow>({ text, values: [accountId, projectId, limit, ...(after ?? [])] })
  return rows
}
