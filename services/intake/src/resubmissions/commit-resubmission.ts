import { performance } from 'node:perf_hooks'
import type { Database } from '@pagebell/postgres/database'
import {
  type CommitOutcome,
  type CommitResult,
  madeBatch,
  type OnCommitted,
  type SubmissionCommit,
} from '../submissions/commit.ts'
import type { DedupeCache } from '../submissions/dedupe-cache.ts'
import { submitGroup } from '../submissions/submissions.sql.ts'
import { insertResubmission, type Resubmission } from './resubmissions.sql.ts'

type ResubmissionOptions = { db: Database; dedupeCache: Pick<DedupeCache, 'remember'>; onCommitted: OnCommitted }

/** Commits one request alone, with an empty dedupe window, and in the same transaction who submitted it again. */
export const createResubmissionCommit =
  ({ db, dedupeCache, onCommitted }: ResubmissionOptions) =>
  (resubmission: Resubmission) =>
  async (commit: SubmissionCommit): Promise<CommitResult> => {
    const began = performance.now()
    const outcome = await db.acrossAccounts().transaction(async (q): Promise<CommitOutcome> => {
      const [outcome] = await submitGroup(q, [commit], 0)
      if (outcome === undefined) throw new Error('The database left a resubmission unanswered.')
      if (madeBatch(outcome, commit)) await insertResubmission(q, commit, resubmission, outcome.at)
      return outcome
    })
    if (madeBatch(outcome, commit)) {
      dedupeCache.remember([{ commit, fresh: [...commit.urls.keys()], chargedAt: outcome.at }], began)
      onCommitted(
        commit,
        outcome,
        commit.urls.map(({ url }) => url),
      )
    }
    return { outcome, chargedAt: [] }
  }
