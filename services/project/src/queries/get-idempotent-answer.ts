import type { Queryable } from '@pagebell/postgres/database'

const text = `
select request_sha256, answer
from idempotency
where account_id = $1 and key = $2`

export type IdempotentAnswer<Answer> = { request_sha256: Buffer; answer: Answer }

/** What was answered to the request that used the key first. */
export async function getIdempotentAnswer<Answer>(
  q: Queryable,
  accountId: string,
  key: string,
): Promise<IdempotentAnswer<Answer> | undefined> {
  const statement = { name: 'get_idempotent_answer', text, values: [accountId, key] }
  const { rows } = await q.query<IdempotentAnswer<Answer>>(statement)
  return rows[0]
}
