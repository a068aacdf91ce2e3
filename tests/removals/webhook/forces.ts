import type { Removal } from '../removal.ts'

/** URLs sent again within the window. */
export const forces: readonly Removal[] = [
  {
    promise: '`force`: sent and charged although it was sent a moment ago',
    file: 'services/intake/src/commit-forced.ts',
    find: 'await submitGroup(q, [commit], 0)',
    put: 'await submitGroup(q, [commit], 600)',
  },
  {
    promise: '`force`: who, when, which and why are kept',
    file: 'services/intake/src/commit-forced.ts',
    find: '        if (isNew(outcome, commit)) await insertForcedBatch(q, commit, force, outcome.at)\n',
    put: '',
  },
  {
    promise: '`force`: one batch for an Idempotency-Key',
    file: 'services/intake/src/commit-forced.ts',
    find: 'requestHash: asked.requestHash && hashForced(asked.requestHash)',
    put: 'requestHash: asked.requestHash',
  },
  {
    promise: '`force`: no more than the quota leaves',
    file: 'services/intake/src/submit-urls.ts',
    find: 'throw quotaUsedUp(outcome, needed, outcome.at)',
    put: 'void quotaUsedUp(outcome, needed, outcome.at)',
  },
]
