import { performance } from 'node:perf_hooks'
import { type Batcher, createBatcher } from '@pagebell/runtime/batcher'
import { inSharedSpan } from '@pagebell/runtime/span'
import { answerTimeoutMs, databaseTimeout } from '../time-limit.ts'
import {
  type CommitOutcome,
  type CommitResult,
  type DedupeLookup,
  type LookupRequest,
  type OnCommitted,
  requireJudged,
  type SubmissionCommit,
} from './commit.ts'
import type { DedupeCache } from './dedupe-cache.ts'
import { type Committed, publishCommitted } from './publish-committed.ts'

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

type LookedUpResult = { outcome: CommitOutcome; chargedAt: (number | undefined)[] }
/** With an error nothing of the request was committed, unless the error says otherwise. */
type GroupResult = LookedUpResult | { error: unknown }

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
  const { lookup } = options

  const commitGroup = (group: SubmissionCommit[]): Promise<CommitOutcome[]> =>
    inSharedSpan(
      group.map(({ traceparent }) => traceparent),
      { name: 'commit requests', kind: 'internal', attributes: { 'pagebell.requests': group.length } },
      () => options.commitGroup(group),
    )

  async function commitTogether(group: LookedUp[]): Promise<LookedUpResult[]> {
    const began = performance.now()
    const outcomes = await commitGroup(group.map(({ commit }) => commit))
    const committed = group.map(({ commit }, place) => {
      const outcome = outcomes[place]
      if (outcome === undefined) throw new Error('The database left a request of the group unanswered.')
      return { commit, outcome }
    })
    publishCommitted(committed, began, options)
    return group.map(({ chargedAt, open }, place): LookedUpResult => {
      const { outcome } = committed[place] as Committed
      const { seen } = { seen: [], ...outcome }
      for (const [position, moment] of seen) chargedAt[open[position] ?? -1] = moment
      return { outcome, chargedAt }
    })
  }

  /** An error that the data of one request causes is that request's alone: its group is halved until it is found. */
  async function process(group: LookedUp[]): Promise<GroupResult[]> {
    try {
      return await commitTogether(group)
    } catch (error) {
      if (group.length === 1 || !isOfData(error)) return group.map(() => ({ error }))
      const half = Math.ceil(group.length / 2)
      return [...(await process(group.slice(0, half))), ...(await process(group.slice(half)))]
    }
  }

  const batcher = createBatcher<LookedUp, GroupResult>({
    ...batching,
    process,
    weigh: ({ commit }) => weightOf(commit),
    onTimeout: (started) => databaseTimeout(started ? 'unknown' : 'none'),
  })
  const commitSoon: Batcher<LookedUp, LookedUpResult> = async (lookedUp, timeoutMs) => {
    const result = await batcher(lookedUp, timeoutMs)
    if ('error' in result) throw result.error
    return result
  }
  return async (commit, timeoutMs = answerTimeoutMs) => {
    const began = performance.now()
    const msLeft = (): number => timeoutMs - (performance.now() - began)
    const found = await lookup(commit, timeoutMs)
    if (found.rateLimited) return { outcome: { outcome: 'too_many_requests' }, chargedAt: [] }
    const { outcome, chargedAt } = await commitSoon(withoutCached(commit, found), msLeft())
    if (outcome.outcome !== 'stale_cache') return { outcome, chargedAt }
    const judged = await commitSoon(withoutCached(commit, nothingCached), msLeft())
    return { ...judged, outcome: requireJudged(judged.outcome) }
  }
}

/** SQLSTATEs of the classes "data exception" and "integrity constraint violation". */
const isOfData = (error: unknown): boolean => /^2[23]/.test(String((error as { code?: unknown } | null)?.code))

const nothingCached: DedupeLookup = { rateLimited: false, chargedAt: [] }

function withoutCached(commit: SubmissionCommit, found: DedupeLookup): LookedUp {
  const chargedAt = commit.urls.map((_, position) => found.chargedAt[position])
  const open = chargedAt.flatMap((charged, position) => (charged === undefined ? [position] : []))
  const urls = open.flatMap((position) => commit.urls[position] ?? [])
  if (urls.length === commit.urls.length) return { commit, chargedAt, open }
  const cachedAt = Math.min(...found.chargedAt.map((charged) => charged ?? Infinity))
  const known = commit.known + commit.urls.length - urls.length
  return { commit: { ...commit, urls, known, cachedAt }, chargedAt, open }
}
