import type { Removal } from '../removal.ts'

/** Charges that are given back, and who says whether pages are checked. */
export const preflight: readonly Removal[] = [
  {
    promise: 'the charge of a URL that is not sent is given back once',
    in: 'services/intake',
    find: 'set used = greatest(q.used - given, 0), given_back = q.given_back + given',
    put: 'set used = q.used',
  },
  {
    promise: 'it is given back to the periods of its batch, and never below zero',
    in: 'services/intake',
    find: 'set used = greatest(q.used - given, 0), given_back',
    put: 'set used = q.used - given, given_back',
  },
  {
    promise: 'what waits for the quota is submitted when a charge is given back',
    in: 'services/intake',
    find: 'if (count > 0) await wakeWaiting(q, accountId)',
    put: 'if (count < 0) await wakeWaiting(q, accountId)',
  },
  {
    promise: 'a request says whether its pages are checked, else its project',
    in: 'services/intake',
    find: 'preflight: submission.preflight ??',
    put: 'preflight: false ??',
  },
]
