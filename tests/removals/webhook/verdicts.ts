import type { Removal } from '../removal.ts'
import { withoutSecondWall } from '../without-second-wall.ts'

/** What is told of each URL, now and later. */
export const verdicts: readonly Removal[] = [
  {
    promise: 'accepted, duplicate, invalid, foreign, in the order sent',
    file: 'services/intake/src/judge-urls.ts',
    find: 'if (!belongsTo(normalised.host, project))',
    put: "if (normalised.host === '')",
  },
  {
    promise: 'a repeat inside a request is found under another spelling',
    file: 'services/intake/src/judge-urls.ts',
    find: 'const before = known.get(normalised.url)',
    put: 'const before = known.get(text)',
  },
  {
    promise: 'no usable URL at all: 422',
    file: 'services/intake/migrations/0011-fewer-statements.sql',
    find: '    if p_counts[r.n] + p_known[r.n] = 0 then\n      outcome',
    put: '    if p_counts[r.n] + p_known[r.n] < 0 then\n      outcome',
  },
  {
    promise: 'dry run changes nothing',
    file: 'services/intake/src/routes/submit.ts',
    find: ".dry_run === '1'",
    put: ".dry_run === '2'",
  },
  {
    promise: 'Idempotency-Key: the same answer, another body 422',
    file: 'services/intake/src/submit-urls.ts',
    find: 'const key = dryRun ? undefined : idempotencyKey',
    put: 'const key = undefined',
  },
  {
    promise: 'Idempotency-Key: forgotten after 24 hours',
    file: 'services/intake/migrations/0011-fewer-statements.sql',
    find: "        and i.created_at > moment - interval '24 hours';",
    put: "        and i.created_at > moment - interval '48 hours';",
  },
  {
    promise: 'Idempotency-Key: not burnt by a refusal',
    file: 'services/intake/migrations/0011-fewer-statements.sql',
    find: "outcome := outcome || jsonb_build_object('outcome', 'over', 'needed', fresh);",
    put: "outcome := outcome || jsonb_build_object('outcome', 'over', 'needed', fresh);\n        insert into idempotency (account_id, project_id, operation, key, request_hash, outcome, created_at) select r.account_id, r.project_id, 'submit', p_keys[r.n], p_request_hashes[r.n], outcome, moment where p_keys[r.n] is not null;",
  },
  {
    promise: "a batch tells each URL's fate, to its own account only",
    file: 'services/intake/src/queries/find-batch.ts',
    find: 'where account_id = $1 and batch_id = $2 and project_id = $3',
    put: 'where batch_id = $2 and ($1::uuid, $3::uuid) is not null',
    also: [withoutSecondWall],
  },
  {
    promise: 'a batch is told whole, however many channels it goes by',
    file: 'services/intake/src/find-deliveries.ts',
    find: 'per_page: atOnce, cursor })',
    put: 'per_page: atOnce, cursor }).then(({ deliveries }) => ({ deliveries }))',
  },
]
