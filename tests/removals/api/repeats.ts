import type { Removal } from '../removal.ts'

/** The same request again, and what tells requests apart. */
export const repeats: readonly Removal[] = [
  {
    promise: '`ETag`, `If-None-Match` on a report',
    file: 'services/gateway/src/etag.ts',
    find: 'export const etagOf = ({ id, version, status }: Report): string => `W/"${id}-${version}-${status}"`',
    put: 'export const etagOf = ({ id }: Report): string => `W/"${id}"`',
  },
  {
    promise: '`Idempotency-Key`: one effect, the same answer, however many at once',
    file: 'services/report/src/answer-once.ts',
    find: 'if (idempotency === null) return work()',
    put: 'return work()',
  },
  {
    promise: 'the same for a project',
    file: 'services/project/src/rpc/create-project.ts',
    find: 'return idempotency === null ? create() : answerOnce(q, account_id, idempotency, create)',
    put: 'return create()',
  },
  {
    promise: 'the same key with another body is 422',
    file: 'services/project/src/answer-once.ts',
    find: 'if (kept?.request_sha256.equals(request_sha256)) return kept.answer',
    put: 'if (kept) return kept.answer',
  },
  {
    promise: 'a key is free again after 24 hours',
    file: 'services/report/src/queries/claim-idempotency-key.ts',
    find: "interval '24 hours'",
    put: "interval '48 hours'",
  },
  {
    promise: 'a refusal does not use a key up',
    file: 'services/project/src/rpc/create-project.ts',
    find: 'return db.of(account_id).transaction((q) => {',
    put: 'return Promise.resolve(db.of(account_id)).then((q) => {',
  },
  {
    promise: 'a form and JSON that say the same are the same request',
    file: 'services/gateway/src/idempotency.ts',
    find: 'JSON.stringify(fields.sort(([left], [right]) => (left < right ? -1 : 1)))',
    put: 'JSON.stringify(fields)',
  },
  {
    promise: 'a webhook token is never shown twice',
    file: 'services/intake/src/hooks/rotate-hook.rpc.ts',
    find: 'if (await claimRotation(q, claim)) return\n',
    put: 'if ((await claimRotation(q, claim)) || claim.key !== "") return\n',
  },
  {
    promise: '`X-Request-Id`',
    file: 'libs/http/src/create-http-server.ts',
    find: "typeof given === 'string' && /^[\\w.-]{1,64}$/.test(given) ? given : randomUUID()",
    put: 'given === undefined ? randomUUID() : randomUUID()',
  },
]
