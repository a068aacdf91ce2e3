import type { Queryable } from '@pagebell/postgres/database'

const text = `select request_hash from idempotency
where account_id = $1 and project_id = $2 and operation = 'rotate' and key = $3`

/** The hash of the request that used this Idempotency-Key before. */
export async function findRotation(
  q: Queryable,
  accountId: string,
  projectId: string,
  key: string,
): Promise<Buffer | undefined> {
  const { rows } = await q.query<{ request_hash: Buffer }>({
    name: 'find-rotation',
    text,
    values: [accountId, projectId, key],
  })
  return rows[0]?.request_hash
}
