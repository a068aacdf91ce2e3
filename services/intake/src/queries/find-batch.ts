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
from batch where account_id = $1 and batch_id = $2 and project_id = $3`

/** A batch of this project; undefined for another's. */
export async function findBatch(
  q: Queryable,
  { accountId, projectId }: { accountId: string; projectId: string },
  batchId: string,
): Promise<StoredBatch | undefined> {
  const { rows } = await q.query<StoredBatch>({ name: 'find-batch', text, values: [accountId, batchId, projectId] })
  return rows[0]
}
