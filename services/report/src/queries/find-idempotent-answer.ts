import type { Statement } from '@pagebell/postgres/database'

export interface IdempotentAnswer {
  same_request: boolean
  answer: unknown
}

export function findIdempotentAnswer(accountId: string, key: string, requestSha256: Buffer): Statement {
  return {
    name: 'find-idempotent-answer',
    text: 'select request_sha256 = $3 as same_request, answer from idempotency where account_id = $1 and key = $2',
    values: [accountId, key, requestSha256],
  }
}
