import type { Removal } from '../removal.ts'

/** What the webhook does with a delivery of a source. */
export const deliveries: readonly Removal[] = [
  {
    promise: 'a delivery is submitted with the token of its source',
    in: 'services/intake',
    find: 'if cardinality(hooks) = 0 then\n    select coalesce(array_agg(row(locked.project_id',
    put: 'if false then\n    select coalesce(array_agg(row(locked.project_id',
  },
  {
    promise: 'a forged delivery is refused by one constant body',
    in: 'services/intake',
    find: "if (!isAuthentic(kind, request, openSecrets(tools.seal, source), new Date())) return { kind: 'unauthorized' }",
    put: '',
  },
  {
    promise: 'a delivery from another address is refused alike',
    in: 'services/intake',
    find: 'if (!isAllowedAddress(request.ip, source.allow_ips)) return refuseUnauthorized(call, reply)',
    put: '',
  },
  {
    promise: 'a repeated delivery is submitted once',
    in: 'services/intake',
    find: "where d.received_at <= pagebell_now() - interval '24 hours'",
    put: '',
  },
  {
    promise: 'two secrets are valid during a rotation, and no third',
    in: 'services/intake',
    find: 'return [source.secret, source.previous_secret].flatMap(',
    put: 'return [source.secret].flatMap(',
  },
  {
    promise: 'a disabled or deleted source is as absent as none',
    in: 'services/intake',
    find: 'from source s where s.enabled and s.token_hash = any ($1)',
    put: 'from source s where s.token_hash = any ($1)',
  },
  {
    promise: 'deliveries of one source see what the one before remembered',
    in: 'services/intake',
    find: 'for no key update`, values: [account_id, source_id, tokenHash]',
    put: '`, values: [account_id, source_id, tokenHash]',
  },
  {
    promise: 'one source does not find the pages of another',
    in: 'services/intake',
    find: "text: 'select item, url from source_item where account_id = $1 and source_id = $2 and item = any ($3::bytea[])'",
    put: "text: 'select item, url from source_item where account_id = $1 and $2::uuid is not null and item = any ($3::bytea[])'",
  },
  {
    promise: "another account's source is not found",
    in: 'services/intake',
    find: 'from source where account_id = $1 and project_id = $2 and source_id = $3`',
    put: 'from source where account_id = $1 and $2::uuid is not null and source_id = $3`',
  },
  {
    promise: 'a try keeps nothing',
    in: 'services/intake',
    find: 'const secrets = openSecrets(seal, source)\n    const { verdict',
    put: `await q.query({
      text: "insert into source_item values ($1, $2, '0123456789abcdef', 'x', now())",
      values: [place.accountId, place.sourceId],
    })
    const secrets = openSecrets(seal, source)
    const { verdict`,
  },
  {
    promise: 'the log of deliveries has no value of a body',
    in: 'services/intake',
    find: 'call.delivery = { sourceId: call.source.source_id, verdict, event, missing, urls }',
    put: 'call.delivery = { sourceId: call.source.source_id, verdict, event, missing: [JSON.stringify(call.answer ?? missing), "secret-value"], urls }',
  },
  {
    promise: 'kinds of sources are listed with their words, rules and samples',
    in: 'services/intake',
    find: 'sample_body: sampleBody(kind),',
    put: "sample_body: '',",
  },
  {
    promise: 'the log is listed for one source, and its newest call shown with it',
    in: 'services/intake',
    find: "const ofSource = sourceId === undefined ? ''",
    put: "const ofSource = sourceId !== '' ? ''",
  },
  {
    promise: 'the newest calls of sources are found by an index',
    in: 'services/intake',
    find: "${orderBy(order, 'desc')} limit 1) as newest",
    put: 'order by status limit 1) as newest',
  },
]
