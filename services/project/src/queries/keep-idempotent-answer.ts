import type { Queryable } from '@pagebell/postgres/database'

const text = `
update idempotency
set answer = $3
where account_id = $1 and key = $2`

export async function keepIdempotentAnswer(
  q: Queryable,
  accountId: string,
  key: string,
  answer: object,
): Promise<void> {
  await q.query({ name: 'keep_idempotent_answer', text, values: [accountId, key, JSON.stringify(answer)] })
}
