import type { Queryable } from '@pagebell/postgres/database'

type ProjectKey = { accountId: string; projectId: string }

/** How many deliveries of a project were on hold, and when they were counted. */
export type HeldCount = { deliveries: number; counted_at: string }

export async function findHeldCount(
  q: Queryable,
  { accountId, projectId }: ProjectKey,
): Promise<HeldCount | undefined> {
  const { rows } = await q.query<HeldCount>({
    name: 'find-held-count',
    text: 'select deliveries, counted_at from held_count where account_id = $1 and project_id = $2',
    values: [accountId, projectId],
  })
  return rows[0]
}

export async function putHeldCount(
  q: Queryable,
  { accountId, projectId }: ProjectKey,
  { deliveries, counted_at }: HeldCount,
): Promise<void> {
  await q.query({
    name: 'put-held-count',
    text: `insert into held_count (account_id, project_id, deliveries, counted_at) values ($1, $2, $3, $4)
      on conflict (account_id, project_id) do update
        set deliveries = excluded.deliveries, counted_at = excluded.counted_at`,
    values: [accountId, projectId, deliveries, counted_at],
  })
}

export async function deleteHeldCount(q: Queryable, { accountId, projectId }: ProjectKey): Promise<void> {
  await q.query({
    name: 'delete-held-count',
    text: 'delete from held_count where account_id = $1 and project_id = $2',
    values: [accountId, projectId],
  })
}
