import type { Removal } from '../removal.ts'

/** URLs sent again within the window. */
export const forces: readonly Removal[] = [
  {
    promise: '`force`: sent and charged although it was sent recently',
    in: 'services/intake',
    find: 'withoutWindow: CommitLimits = { windowSeconds: 0,',
    put: 'withoutWindow: CommitLimits = { windowSeconds: 600,',
  },
  {
    promise: '`force`: who, when, which and why are kept',
    in: 'services/intake',
    find: 'if (madeBatch(outcome, commit)) await insertResubmission(q, commit, resubmission, outcome.at)',
    put: '',
  },
  {
    promise: '`force`: one batch for an Idempotency-Key',
    in: 'services/intake',
    find: 'requestHash: versioned(hashResubmission(requestSha256)),',
    put: 'requestHash: versioned(sha256(JSON.stringify([urls, action]))),',
  },
  {
    promise: '`force`: no more than the quota leaves',
    in: 'services/intake',
    find: "return { kind: 'refused', refusal: quotaUsedUp(outcome, needed), quota: outcome, at: outcome.at }",
    put: 'void quotaUsedUp(outcome, needed)',
  },
]
