import type { Queryable } from '@pagebell/postgres/database'

const text = `insert into idempotency as i (account_id, project_id, operation, key, request_hash, created_at)
values ($1, $2, 'rotate', $3, $4, pagebell_now())
on conflict (account_id, project_id, operation, key) do update
set request_hash = excluded.request_hash, created_at = excluded.created_at
where i.created_at <= pagebell_now() - interval '24 hours'`

/** Notes an Idempotency-Key of a rotation; false if it has been used within 24 hours. */
export async function claimRotation(
  q: Queryable,
  {
    accountId,
    projectId,
    key,
    requestHash,
  }: { accountId: string; projectId: string; key: string; requestHash: Buffer },
): Promise<boolean> {
  const { rowCount } = await q.query({ name: 'claim-rotation', text, values: [accountId, projectId, key, requestHash] })
  return rowCount > 0
}
