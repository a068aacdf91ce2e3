import type { Removal } from '../removal.ts'
import { withoutRowLevelSecurity } from '../without-row-level-security.ts'

/** What is answered about each URL, at once and later. */
export const verdicts: readonly Removal[] = [
  {
    promise: 'accepted, duplicate, invalid, foreign, in the order sent',
    in: 'services/intake',
    find: 'if (!belongsTo(normalised.host, project))',
    put: "if (normalised.host === '')",
  },
  {
    promise: 'a repeat inside a request is found under another spelling',
    in: 'services/intake',
    find: 'const before = known.get(normalised.url)',
    put: 'const before = known.get(text)',
  },
  {
    promise: 'no usable URL at all: 422',
    in: 'services/intake',
    find: 'if p_counts[r.n] + p_known[r.n] = 0 then\n      outcome',
    put: 'if p_counts[r.n] + p_known[r.n] < 0 then\n      outcome',
  },
  {
    promise: 'dry run changes nothing',
    in: 'services/intake',
    find: ".dry_run === '1'",
    put: ".dry_run === '2'",
  },
  {
    promise: 'Idempotency-Key: the same answer, another body 422',
    in: 'services/intake',
    find: 'idempotency: dryRun ? undefined : submission.idempotency',
    put: 'idempotency: undefined',
  },
  {
    promise: 'Idempotency-Key: the same answer after the default channels have changed',
    in: 'services/intake',
    find: 'channel ?? null, action, ...(overQuota',
    put: 'channel ?? Math.random(), action, ...(overQuota',
  },
  {
    promise: 'Idempotency-Key: forgotten after 24 hours',
    in: 'services/intake',
    find: "and i.created_at > moment - interval '24 hours';",
    put: "and i.created_at > moment - interval '48 hours';",
  },
  {
    promise: 'Idempotency-Key: not burnt by a refusal',
    in: 'services/intake',
    find: "outcome := outcome || jsonb_build_object('outcome', 'over', 'needed', fresh);",
    put: "outcome := outcome || jsonb_build_object('outcome', 'over', 'needed', fresh);\n        insert into idempotency (account_id, project_id, operation, key, request_hash, outcome, created_at) select r.account_id, r.project_id, 'submit', p_keys[r.n], p_request_hashes[r.n], outcome, moment where p_keys[r.n] is not null;",
  },
  {
    promise: "a batch tells each URL's fate, to its own account only",
    in: 'services/intake',
    find: 'as submitted_at\n      from batch where account_id = $1 and batch_id = $2 and project_id = $3',
    put: 'as submitted_at\n      from batch where batch_id = $2 and ($1::uuid, $3::uuid) is not null',
    also: [withoutRowLevelSecurity],
  },
  {
    promise: 'a batch is reported whole, however many channels it is sent to',
    in: 'services/intake',
    find: 'from < kept; from += urlsPerPortion',
    put: 'from < Math.min(kept, urlsPerPortion); from += urlsPerPortion',
  },
  {
    promise: 'a batch is read in portions of 200 URLs',
    in: 'services/intake',
    find: 'const urlsPerPortion = 200',
    put: 'const urlsPerPortion = 10_000',
  },
  {
    promise: 'a look-up rests between two portions',
    in: 'services/intake',
    find: 'if (to < kept) await pause(',
    put: 'if (to < 0) await pause(',
  },
  {
    promise: 'an account reads two batches at a time',
    in: 'services/intake',
    find: 'const lookupsPerAccount = 2',
    put: 'const lookupsPerAccount = 200',
  },
  {
    promise: 'a request of which nothing is accepted creates no row',
    in: 'services/intake',
    find: 'if fresh = 0 then',
    put: 'if fresh < 0 then',
  },
]
