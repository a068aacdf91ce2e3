import type { Removal } from '../removal.ts'
import { withoutSecondWall } from '../without-second-wall.ts'

/** What is told of each URL, now and later. */
export const verdicts: readonly Removal[] = [
  {
    promise: 'accepted, duplicate, invalid, foreign, in the order sent',
    file: 'services/intake/src/submissions/judge-urls.ts',
    find: 'if (!belongsTo(normalised.host, project))',
    put: "if (normalised.host === '')",
  },
  {
    promise: 'a repeat inside a request is found under another spelling',
    file: 'services/intake/src/submissions/judge-urls.ts',
    find: 'const before = known.get(normalised.url)',
    put: 'const before = known.get(text)',
  },
  {
    promise: 'no usable URL at all: 422',
    file: 'services/intake/migrations/0013-duplicates-make-no-batch.sql',
    find: '    if p_counts[r.n] + p_known[r.n] = 0 then\n      outcome',
    put: '    if p_counts[r.n] + p_known[r.n] < 0 then\n      outcome',
  },
  {
    promise: 'dry run changes nothing',
    file: 'services/intake/src/submissions/submit.route.ts',
    find: ".dry_run === '1'",
    put: ".dry_run === '2'",
  },
  {
    promise: 'Idempotency-Key: the same answer, another body 422',
    file: 'services/intake/src/submissions/submit-urls.ts',
    find: 'idempotency: dryRun ? undefined : submission.idempotency',
    put: 'idempotency: undefined',
  },
  {
    promise: 'Idempotency-Key: the same answer after the default channels have changed',
    file: 'services/intake/src/submissions/idempotency.ts',
    find: 'JSON.stringify([urls, channel ?? null, action])',
    put: 'JSON.stringify([urls, channel ?? Math.random(), action])',
  },
  {
    promise: 'Idempotency-Key: forgotten after 24 hours',
    file: 'services/intake/migrations/0013-duplicates-make-no-batch.sql',
    find: "        and i.created_at > moment - interval '24 hours';",
    put: "        and i.created_at > moment - interval '48 hours';",
  },
  {
    promise: 'Idempotency-Key: not burnt by a refusal',
    file: 'services/intake/migrations/0013-duplicates-make-no-batch.sql',
    find: "outcome := outcome || jsonb_build_object('outcome', 'over', 'needed', fresh);",
    put: "outcome := outcome || jsonb_build_object('outcome', 'over', 'needed', fresh);\n        insert into idempotency (account_id, project_id, operation, key, request_hash, outcome, created_at) select r.account_id, r.project_id, 'submit', p_keys[r.n], p_request_hashes[r.n], outcome, moment where p_keys[r.n] is not null;",
  },
  {
    promise: "a batch tells each URL's fate, to its own account only",
    file: 'services/intake/src/batches/batches.sql.ts',
    find: 'as submitted_at\n      from batch where account_id = $1 and batch_id = $2 and project_id = $3',
    put: 'as submitted_at\n      from batch where batch_id = $2 and ($1::uuid, $3::uuid) is not null',
    also: [withoutSecondWall],
  },
  {
    promise: 'a batch is told whole, however many channels it goes by',
    file: 'services/intake/src/batches/batch-status.ts',
    find: 'from < kept; from += urlsPerPortion',
    put: 'from < Math.min(kept, urlsPerPortion); from += urlsPerPortion',
  },
  {
    promise: 'a batch is read in portions of 200 URLs',
    file: 'services/intake/src/batches/batch-status.ts',
    find: 'const urlsPerPortion = 200',
    put: 'const urlsPerPortion = 10_000',
  },
  {
    promise: 'a look-up rests between two portions',
    file: 'services/intake/src/batches/batch-status.ts',
    find: 'if (to < kept) await pause(',
    put: 'if (to < 0) await pause(',
  },
  {
    promise: 'an account reads two batches at a time',
    file: 'services/intake/src/batches/batch.route.ts',
    find: 'const lookupsPerAccount = 2',
    put: 'const lookupsPerAccount = 200',
  },
  {
    promise: 'a request of which nothing is accepted makes no row of its own',
    file: 'services/intake/migrations/0013-duplicates-make-no-batch.sql',
    find: '    if fresh = 0 then',
    put: '    if fresh < 0 then',
  },
]
