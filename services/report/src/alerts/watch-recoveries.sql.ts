import type { Queryable } from '@pagebell/postgres/database'

type ProjectKey = { accountId: string; projectId: string }
type Recovery = { watch: string; at: string }

/** Remembers the end of a watch's trouble; that of an older message changes nothing. */
export async function recordRecovery(
  q: Queryable,
  { accountId, projectId }: ProjectKey,
  { watch, at }: Recovery,
): Promise<void> {
  await q.query({
    name: 'record-watch-recovery',
    text: `insert into watch_recovery as r (account_id, project_id, watch, at) values ($1, $2, $3, $4)
      on conflict (account_id, project_id, watch) do update set at = greatest(r.at, excluded.at)`,
    values: [accountId, projectId, watch, at],
  })
}

/** Whether the trouble of a watch that began then has ended. */
export async function hasRecovered(
  q: Queryable,
  { accountId, projectId }: ProjectKey,
  { watch, at }: Recovery,
): Promise<boolean> {
  const { rowCount } = await q.query({
    name: 'find-watch-recovery',
    text: 'select from watch_recovery where account_id = $1 and project_id = $2 and watch = $3 and at >= $4',
    values: [accountId, projectId, watch, at],
  })
  return rowCount > 0
}

/** Deletes what is older than every message that may still come. */
export async function deleteOldRecoveries(
  q: Queryable,
  { accountId, projectId }: ProjectKey,
  before: Date,
): Promise<void> {
  await q.query({
    name: 'delete-old-watch-recoveries',
    text: 'delete from watch_recovery where account_id = $1 and project_id = $2 and at < $3',
    values: [accountId, projectId, before.toISOString()],
  })
}
