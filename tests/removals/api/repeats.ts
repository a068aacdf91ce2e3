import type { Removal } from '../removal.ts'

/** The same request again, and what tells requests apart. */
export const repeats: readonly Removal[] = [
  {
    promise: '`ETag`, `If-None-Match` on a report',
    in: 'services/gateway',
    find: 'export const etagOf = ({ id, version, status }: Report): string => `W/"${id}-${version}-${status}"`',
    put: 'export const etagOf = ({ id }: Report): string => `W/"${id}"`',
  },
  {
    promise: '`Idempotency-Key`: one effect, the same answer, however many at once',
    in: 'services/report',
    find: 'if (idempotency === null) return work()',
    put: 'return work()',
  },
  {
    promise: 'the same for a project',
    in: 'services/project',
    find: 'return idempotency === null ? create() : answerOnce(q, account_id, idempotency, create)',
    put: 'return create()',
  },
  {
    promise: 'the same key with another body is 422',
    in: 'services/project',
    find: 'if (kept?.request_sha256.equals(request_sha256)) return kept.answer',
    put: 'if (kept) return kept.answer',
  },
  {
    promise: 'a key is free again after 24 hours',
    in: 'services/report',
    find: "interval '24 hours' returning key`,",
    put: "interval '48 hours' returning key`,",
  },
  {
    promise: 'a refusal does not use a key up',
    in: 'services/project',
    find: 'const reply = await db.forAccount(account_id).transaction((q) => {',
    put: 'const reply = await Promise.resolve(db.of(account_id)).then((q) => {',
  },
  {
    promise: 'a form and JSON that say the same are the same request',
    in: 'services/gateway',
    find: 'JSON.stringify(fields.sort(([left], [right]) => (left < right ? -1 : 1)))',
    put: 'JSON.stringify(fields)',
  },
  {
    promise: 'a webhook token is never shown twice',
    in: 'services/intake',
    find: 'if (await claimRotation(q, claim)) return',
    put: 'if ((await claimRotation(q, claim)) || claim.key !== "") return',
  },
  {
    promise: '`X-Request-Id`',
    in: 'libs/http',
    find: "typeof given === 'string' && /^[\\w.-]{1,64}$/.test(given) ? given : randomUUID()",
    put: 'given === undefined ? randomUUID() : randomUUID()',
  },
]
