import type { Removal } from '../removal.ts'
import { withoutSecondWall } from '../without-second-wall.ts'

/** Which token is good, from when and until when. */
export const tokens: readonly Removal[] = [
  {
    promise: 'the token may come as a Bearer',
    file: 'services/intake/src/submissions/submit.route.ts',
    find: "['/api/hooks/:token/submit', '/api/hooks/submit']",
    put: "['/api/hooks/:token/submit']",
  },
  {
    promise: 'one and the same 404 for every token that is not accepted, before a word on the body',
    file: 'services/intake/src/submissions/submit.route.ts',
    find: 'if (owner === undefined) throw unknownToken()',
    put: 'if (owner === undefined) return',
  },
  {
    promise: 'a token that is not accepted is answered before a byte of the body is read',
    file: 'services/intake/src/submissions/submit.route.ts',
    find: '      onRequest: async (request) => {',
    put: '      preHandler: async (request) => {',
  },
  {
    promise: 'strangers share one look-up at a time',
    file: 'services/intake/src/hooks/token-owners.ts',
    find: '    concurrency: 1,',
    put: '    concurrency: 10,',
    also: [
      {
        file: 'services/intake/src/hooks/token-owners.ts',
        find: '    maxWeight: maxTokensPerStatement,',
        put: '    maxWeight: 1,',
      },
    ],
  },
  {
    promise: 'junk is refused without a look-up',
    file: 'services/intake/src/hooks/read-token.ts',
    find: "if (!isWellFormed(token, 'pbh_')) throw unknownToken()",
    put: "if (token === '') throw unknownToken()",
  },
  {
    promise: 'no accept after rotate, disable or revoke has answered',
    file: 'services/intake/migrations/0013-duplicates-make-no-batch.sql',
    find: 'h.enabled and (h.token_hash = t.token_hash or',
    put: '(h.token_hash = t.token_hash or',
  },
  {
    promise: 'no late accept when requests race with rotations',
    file: 'services/intake/migrations/0013-duplicates-make-no-batch.sql',
    find: '    for share\n',
    put: '',
  },
  {
    promise: 'the old token stays good for its grace',
    file: 'services/intake/src/hooks/hooks.sql.ts',
    find: 'previous_token_hash = case when $7 > 0 then h.token_hash end,',
    put: 'previous_token_hash = null,',
  },
  {
    promise: 'enabling again',
    file: 'services/intake/src/hooks/hooks.sql.ts',
    find: 'set enabled = $3 where',
    put: 'set enabled = $3 and false where',
  },
  {
    promise: 'a new token is shown once',
    file: 'services/intake/src/hooks/rotate-hook.rpc.ts',
    find: 'if (idempotency?.key)\n      await refuseReplay(',
    put: "if (idempotency?.key === '')\n      await refuseReplay(",
  },
  {
    promise: "another account's token is not found",
    file: 'services/intake/src/hooks/hooks.sql.ts',
    find: 'from hook h where h.account_id = $1 and h.project_id = $2',
    put: 'from hook h where $1::uuid is not null and h.project_id = $2',
    also: [withoutSecondWall],
  },
  {
    promise: 'no token in a log',
    file: 'libs/http/src/recorded-route.ts',
    find: "url.replace('/api/hooks/:token', '/api/hooks/***')",
    put: 'request.url',
    also: [{ file: 'libs/runtime/src/log.ts', find: "line.replace(ownSecrets, '***')", put: 'line' }],
  },
]
