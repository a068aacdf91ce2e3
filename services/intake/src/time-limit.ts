import { type Fault, fault } from '@pagebell/faults/fault'
import { withTimeout } from '@pagebell/runtime/with-timeout'

/** A request is answered within 3 seconds; what is left is for sending the answer. */
export const answerTimeoutMs = 2_700

/** `outcome` says whether the request may count all the same: `unknown` once its commit was in progress. */
export const databaseTimeout = (outcome: 'none' | 'unknown'): Fault =>
  fault('unavailable', 'The database does not answer.', { retryAfterSeconds: 2, details: { outcome } })

/** The answer of a look-up, or fault `unavailable` once it takes too long: nothing has happened then. */
export const lookupWithTimeout = <T>(lookup: Promise<T>, timeoutMs: number): Promise<T> =>
  withTimeout(lookup, timeoutMs, () => databaseTimeout('none'))
