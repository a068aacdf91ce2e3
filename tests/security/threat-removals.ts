import type { Kept } from '../removals/read-promises.ts'
import type { Removal } from '../removals/removal.ts'
import { threats } from './threats.ts'

/** The threats as tests/removals knows promises: what to take away, and the test that holds it. */
export const threatRemovals: readonly Removal[] = threats.map(({ threat, ids: _ids, test: _test, ...edits }) => ({
  promise: threat,
  ...edits,
}))
export const threatTests: readonly Kept[] = threats.map(({ threat, test }) => ({ promise: threat, test }))
