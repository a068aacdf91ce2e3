import { performance } from 'node:perf_hooks'
import type { Database } from '@pagebell/postgres/database'
import {
  type CommitOutcome,
  type CommitResult,
  madeBatch,
  type OnCommitted,
  requireJudged,
  type SubmissionCommit,
} from '../submissions/commit.ts'
import type { DedupeCache } from '../submissions/dedupe-cache.ts'
import { publishCommitted } from '../submissions/publish-committed.ts'
import { type CommitLimits, submitGroup } from '../submissions/submissions.sql.ts'
import { insertResubmission, type Resubmission } from './resubmissions.sql.ts'

type ResubmissionOptions = { db: Database; dedupeCache: Pick<DedupeCache, 'remember'>; onCommitted: OnCommitted }

/** Nothing is a duplicate, and no resubmission waits. */
const withoutWindow: CommitLimits = { windowSeconds: 0, maxWaiting: 0 }

/** Commits one request alone, with an empty dedupe window, and in the same transaction who submitted it again. */
export const createResubmissionCommit =
  ({ db, ...tools }: ResubmissionOptions) =>
  (resubmission: Resubmission) =>
  async (commit: SubmissionCommit): Promise<CommitResult> => {
    const began = performance.now()
    const outcome = await db.acrossAccounts().transaction(async (q): Promise<CommitOutcome> => {
      const [outcome] = await submitGroup(q, [commit], withoutWindow)
      if (outcome === undefined) throw new Error('The database left a resubmission unanswered.')
      if (madeBatch(outcome, commit)) await insertResubmission(q, commit, resubmission, outcome.at)
      return outcome
    })
    publishCommitted([{ commit, outcome }], began, tools)
    return { outcome: requireJudged(outcome), chargedAt: [] }
  }
