import type { Removal } from '../removal.ts'
import { withoutRowLevelSecurity } from '../without-row-level-security.ts'

/** Which token is good, from when and until when. */
export const tokens: readonly Removal[] = [
  {
    promise: 'the token may come as a Bearer',
    in: 'services/intake',
    find: "['/api/hooks/:token/submit', '/api/hooks/submit']",
    put: "['/api/hooks/:token/submit']",
  },
  {
    promise: 'one and the same 404 for every token that is not accepted, before a word on the body',
    in: 'services/intake',
    find: 'if (owner === undefined) throw unknownToken()\n        request[hookKey] =',
    put: 'if (owner === undefined) return\n        request[hookKey] =',
  },
  {
    promise: 'a token that is not accepted is answered before a byte of the body is read',
    in: 'services/intake',
    find: 'onRequest: async (request) => {',
    put: 'preHandler: async (request) => {',
  },
  {
    promise: 'unauthenticated clients share one look-up at a time',
    in: 'services/intake',
    find: 'concurrency: 1, weigh: () => 1, maxWeight: maxTokensPerStatement,',
    put: 'concurrency: 10, weigh: () => 1, maxWeight: maxTokensPerStatement,',
    also: [
      {
        in: 'services/intake',
        find: 'maxWeight: maxTokensPerStatement,',
        put: 'maxWeight: 1,',
      },
    ],
  },
  {
    promise: 'junk is refused without a look-up',
    in: 'services/intake',
    find: "if (!isWellFormed(token, 'pbh_')) throw unknownToken()",
    put: "if (token === '') throw unknownToken()",
  },
  {
    promise: 'no accept after rotate, disable or revoke has answered',
    in: 'services/intake',
    find: 'h.enabled and (h.token_hash = t.token_hash or',
    put: '(h.token_hash = t.token_hash or',
  },
  {
    promise: 'no late accept when requests race with rotations',
    in: 'services/intake',
    find: 'for share',
    put: '',
  },
  {
    promise: 'the old token stays good for its grace',
    in: 'services/intake',
    find: 'previous_token_hash = case when $7 > 0 then h.token_hash end,',
    put: 'previous_token_hash = null,',
  },
  {
    promise: 'enabling again',
    in: 'services/intake',
    find: 'set enabled = $3 where',
    put: 'set enabled = $3 and false where',
  },
  {
    promise: 'a new token is shown once',
    in: 'services/intake',
    find: 'if (!idempotency?.key) return',
    put: 'if (idempotency !== undefined) return',
  },
  {
    promise: "another account's token is not found",
    in: 'services/intake',
    find: 'from hook h where h.account_id = $1 and h.project_id = $2',
    put: 'from hook h where $1::uuid is not null and h.project_id = $2',
    also: [withoutRowLevelSecurity],
  },
  {
    promise: 'no token in a log',
    in: 'libs/http',
    find: "url.replaceAll('/:token', '/***')",
    put: 'request.url',
    also: [{ in: 'libs/runtime', find: "line.replace(ownSecrets, '***')", put: 'line' }],
  },
]
