import { performance } from 'node:perf_hooks'
import { type Batcher, createBatcher } from '@pagebell/runtime/batcher'
import { inSharedSpan } from '@pagebell/runtime/span'
import { answerTimeoutMs, databaseTimeout } from '../time-limit.ts'
import {
  type CommitOutcome,
  type CommitResult,
  type DedupeLookup,
  type LookupRequest,
  madeBatch,
  type OnCommitted,
  type SubmissionCommit,
} from './commit.ts'
import type { Charged, DedupeCache } from './dedupe-cache.ts'

type GroupCommitOptions = {
  lookup: Batcher<LookupRequest, DedupeLookup>
  dedupeCache: Pick<DedupeCache, 'remember'>
  /** Commits a group in one transaction; outcomes in the order of the group. */
  commitGroup: (group: SubmissionCommit[]) => Promise<CommitOutcome[]>
  onCommitted: OnCommitted
}

/**
 * A request after its look-up: `commit` has the URLs that are not cached, and `open` their positions in the request.
 */
type LookedUp = { commit: SubmissionCommit; chargedAt: (number | undefined)[]; open: number[] }

// One group at a time: a second one would be small, and would wait for the first one's locks on the same account.
const batching = { concurrency: 1, maxWeight: 20_000, timeoutMs: answerTimeoutMs }
const weightOf = ({ urls }: LookupRequest): number => 20 + urls.length

/** Batches the look-ups of concurrent requests, each of which counts towards the rate of its token and account. */
export const createDedupeLookup = (cache: Pick<DedupeCache, 'lookup'>): Batcher<LookupRequest, DedupeLookup> =>
  createBatcher({ ...batching, process: cache.lookup, weigh: weightOf, onTimeout: () => databaseTimeout('none') })

/**
 * Commits concurrent requests together, so that one fsync serves many. While the database works on one group, the
 * dedupe cache is asked for the next.
 */
export function createGroupCommit(options: GroupCommitOptions): Batcher<SubmissionCommit, CommitResult> {
  const { lookup, dedupeCache, onCommitted } = options

  const commitGroup = (group: SubmissionCommit[]): Promise<CommitOutcome[]> =>
    inSharedSpan(
      group.map(({ traceparent }) => traceparent),
      { name: 'commit requests', kind: 'internal', attributes: { 'pagebell.requests': group.length } },
      () => options.commitGroup(group),
    )

  async function process(group: LookedUp[]): Promise<CommitResult[]> {
    const began = performance.now()
    const outcomes = await commitGroup(group.map(({ commit }) => commit))
    const charged: Charged[] = []
    const results = group.map(({ commit, chargedAt, open }, place): CommitResult => {
      const outcome = outcomes[place]
      if (outcome === undefined) throw new Error('The database left a request of the group unanswered.')
      if (outcome.outcome !== 'accepted') return { outcome, chargedAt }
      for (const [position, moment] of outcome.seen) chargedAt[open[position] ?? -1] = moment
      if (commit.dryRun || !madeBatch(outcome, commit)) return { outcome, chargedAt }
      const seen = new Set(outcome.seen.map(([position]) => position))
      const fresh = [...commit.urls.keys()].filter((position) => !seen.has(position))
      charged.push({ commit, fresh, chargedAt: outcome.at })
      onCommitted(
        commit,
        outcome,
        fresh.flatMap((position) => commit.urls[position]?.url ?? []),
      )
      return { outcome, chargedAt }
    })
    dedupeCache.remember(charged, began)
    return results
  }

  const commitSoon = createBatcher<LookedUp, CommitResult>({
    ...batching,
    process,
    weigh: ({ commit }) => weightOf(commit),
    onTimeout: (started) => databaseTimeout(started ? 'unknown' : 'none'),
  })
  return async (commit, timeoutMs = answerTimeoutMs) => {
    const began = performance.now()
    const found = await lookup(commit, timeoutMs)
    if (found.rateLimited) return { outcome: { outcome: 'too_many_requests' }, chargedAt: [] }
    return commitSoon(withoutCached(commit, found), timeoutMs - (performance.now() - began))
  }
}

function withoutCached(commit: SubmissionCommit, found: DedupeLookup): LookedUp {
  const chargedAt = commit.urls.map((_, position) => found.chargedAt[position])
  const open = chargedAt.flatMap((charged, position) => (charged === undefined ? [position] : []))
  const urls = open.flatMap((position) => commit.urls[position] ?? [])
  return { commit: { ...commit, urls, known: commit.known + commit.urls.length - urls.length }, chargedAt, open }
}
