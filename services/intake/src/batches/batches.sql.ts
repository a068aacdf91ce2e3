import type { Queryable } from '@pagebell/postgres/database'

export type StoredBatch = {
  batch_id: string
  project: string
  channel: string
  action: string
  /** URLs that it keeps; a URL of several channels counts once for each. */
  kept: number
  duplicates: number
  rejected: number
  submitted_at: string
}

/**
 * A batch of this project without its URLs; undefined for another's, and for one whose deliveries are no longer kept.
 */
export async function findBatch(
  q: Queryable,
  { accountId, projectId }: { accountId: string; projectId: string },
  batchId: string,
  retentionDays: number,
): Promise<StoredBatch | undefined> {
  const values = [accountId, batchId, projectId, retentionDays]
  const { rows } = await q.query<StoredBatch>({
    name: 'find-batch',
    text: `
      select batch_id, project, channel, action, cardinality(urls) as kept, duplicates, rejected, created_at as submitted_at
      from batch where account_id = $1 and batch_id = $2 and project_id = $3
        and created_at >= pagebell_now() - make_interval(days => $4)
      union all
      select batch_id, project, channel, action, 0, duplicates, rejected, created_at
      from duplicate_batch where account_id = $1 and batch_id = $2 and project_id = $3
        and created_at >= pagebell_now() - make_interval(days => $4)`,
    values,
  })
  return rows[0]
}

/** The URLs of a batch at positions from `from` up to and without `to`, as `decodeChannelUrl` reads them. */
export async function findBatchUrls(
  q: Queryable,
  { accountId, projectId }: { accountId: string; projectId: string },
  batchId: string,
  { from, to }: { from: number; to: number },
): Promise<string[]> {
  const values = [accountId, batchId, projectId, from, to]
  const { rows } = await q.query<{ urls: string[] }>({
    name: 'find-batch-urls',
    text: `select urls[$4 + 1 : $5] as urls from batch where account_id = $1 and batch_id = $2 and project_id = $3`,
    values,
  })
  return rows[0]?.urls ?? []
}
