import type { Queryable } from '@pagebell/postgres/database'

export type StoredBatch = {
  batch_id: string
  project: string
  channel: string
  action: string
  urls: string[]
  duplicates: number
  rejected: number
  submitted_at: string
}

const text = `select batch_id, project, channel, action, urls, duplicates, rejected, created_at as submitted_at
from batch where account_id = $1 and batch_id = $2 and project_id = $3
  and created_at >= pagebell_now() - make_interval(days => $4)`

/** A batch of this project; undefined for another's, and for one whose deliveries are no longer kept. */
export async function findBatch(
  q: Queryable,
  { accountId, projectId }: { accountId: string; projectId: string },
  batchId: string,
  retentionDays: number,
): Promise<StoredBatch | undefined> {
  const values = [accountId, batchId, projectId, retentionDays]
  const { rows } = await q.query<StoredBatch>({ name: 'find-batch', text, values })
  return rows[0]
}
