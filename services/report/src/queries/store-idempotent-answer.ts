import type { Statement } from '@pagebell/postgres/database'

export function storeIdempotentAnswer(accountId: string, key: string, answer: unknown): Statement {
  return {
    name: 'store-idempotent-answer',
    text: 'update idempotency set answer = $3::jsonb where account_id = $1 and key = $2',
    values: [accountId, key, JSON.stringify(answer)],
  }
}
