import type { Removal } from '../removal.ts'

/** URLs sent again within the window. */
export const forces: readonly Removal[] = [
  {
    promise: '`force`: sent and charged although it was sent a moment ago',
    file: 'services/intake/src/resubmissions/commit-resubmission.ts',
    find: 'await submitGroup(q, [commit], 0)',
    put: 'await submitGroup(q, [commit], 600)',
  },
  {
    promise: '`force`: who, when, which and why are kept',
    file: 'services/intake/src/resubmissions/commit-resubmission.ts',
    find: '      if (madeBatch(outcome, commit)) await insertResubmission(q, commit, resubmission, outcome.at)\n',
    put: '',
  },
  {
    promise: '`force`: one batch for an Idempotency-Key',
    file: 'services/intake/src/submissions/idempotency.ts',
    find: 'requestHash: versioned(hashResubmission(requestSha256)),',
    put: 'requestHash: versioned(sha256(JSON.stringify([urls, action]))),',
  },
  {
    promise: '`force`: no more than the quota leaves',
    file: 'services/intake/src/submissions/submit-urls.ts',
    find: "return { kind: 'refused', refusal: quotaUsedUp(outcome, needed, outcome.at), quota: outcome, at: outcome.at }",
    put: 'void quotaUsedUp(outcome, needed, outcome.at)',
  },
]
