import { type CommitOutcome, madeBatch, type OnCommitted, type SubmissionCommit } from './commit.ts'
import type { DedupeCache } from './dedupe-cache.ts'

/** Requests of one transaction with their outcomes. */
export type Committed = { commit: SubmissionCommit; outcome: CommitOutcome }

type PublishTools = { dedupeCache: Pick<DedupeCache, 'remember'>; onCommitted: OnCommitted }

/**
 * Caches and publishes the batches that a transaction has made durable. `began` is when it began, by
 * `performance.now()`. A batch that a crash keeps from being published is left in the outbox.
 */
export function publishCommitted(
  committed: Committed[],
  began: number,
  { dedupeCache, onCommitted }: PublishTools,
): void {
  const batches = committed.flatMap(({ commit, outcome }) => {
    if (!madeBatch(outcome, commit)) return []
    const seen = new Set(outcome.seen.map(([position]) => position))
    const fresh = [...commit.urls.keys()].filter((position) => !seen.has(position))
    return [{ commit, outcome, fresh }]
  })
  const withUrls = batches.map(({ commit, outcome, fresh }) => {
    return { commit, outcome, urls: fresh.flatMap((position) => commit.urls[position]?.url ?? []) }
  })
  if (withUrls.length > 0) onCommitted(withUrls)
  dedupeCache.remember(
    batches.map(({ commit, outcome, fresh }) => ({ commit, fresh, chargedAt: outcome.at })),
    began,
  )
}
