import { performance } from 'node:perf_hooks'
import { type Gathered, gather } from '@pagebell/runtime/gather'
import type { Accepted, Commit, Outcome } from './commit-group.ts'
import { answerWithinMs } from './in-time.ts'
import { databaseIsLate } from './refuse.ts'
import type { Charged, Look, Shield } from './shield.ts'

/** What became of one request. `chargedAt` goes with its URLs: the moment of the charge that makes one a duplicate. */
export type Decision = { outcome: Outcome | { outcome: 'too_many_requests' }; chargedAt: (number | undefined)[] }

type Options = {
  shield: Shield
  /** Commits a group in one transaction. */
  commitGroup: (group: Commit[]) => Promise<Outcome[]>
  /** Called with the URLs of each batch that is durable now, and has to be published. */
  onCommitted: (commit: Commit, accepted: Accepted, urls: string[]) => void
}

/** A request behind the shield: `commit` has the URLs without a mark, and `open` their positions in the request. */
type Asked = { commit: Commit; chargedAt: (number | undefined)[]; open: number[] }

/**
 * Lets concurrent requests share transactions, behind the shield. While the database works on one group, the shield is
 * asked for those that come after it.
 */
export function commitRequests({ shield, commitGroup, onCommitted }: Options): Gathered<Commit, Decision> {
  async function work(group: Asked[]): Promise<Decision[]> {
    const began = performance.now()
    const outcomes = await commitGroup(group.map(({ commit }) => commit))
    const charged: Charged[] = []
    const decisions = group.map(({ commit, chargedAt, open }, place): Decision => {
      const outcome = outcomes[place]
      if (outcome === undefined) throw new Error('The database left a request of the group unanswered.')
      if (outcome.outcome !== 'accepted') return { outcome, chargedAt }
      for (const [position, moment] of outcome.seen) chargedAt[open[position] ?? -1] = moment
      // Another batch_id is the answer that an earlier request with this Idempotency-Key got.
      if (commit.dryRun || outcome.batch_id !== commit.batchId) return { outcome, chargedAt }
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
    shield.mark(charged, began)
    return decisions
  }

  // One group at a time: a second one would be small, and of the same account it would only wait for the first one's locks.
  const gathering = { inFlight: 1, maxWeight: 20_000, deadlineMs: answerWithinMs }
  const weighed = ({ urls }: Commit): number => 20 + urls.length
  const look = gather<Commit, Look>({
    ...gathering,
    work: shield.look,
    weigh: weighed,
    late: () => databaseIsLate('none'),
  })
  const decide = gather<Asked, Decision>({
    ...gathering,
    work,
    weigh: ({ commit }) => weighed(commit),
    late: (begun) => databaseIsLate(begun ? 'unknown' : 'none'),
  })
  return async (commit, withinMs = answerWithinMs) => {
    const began = performance.now()
    const looked = await look(commit, withinMs)
    if (looked.tooMany) return { outcome: { outcome: 'too_many_requests' }, chargedAt: [] }
    return decide(withoutMarked(commit, looked), withinMs - (performance.now() - began))
  }
}

function withoutMarked(commit: Commit, look: Look): Asked {
  const chargedAt = commit.urls.map((_, position) => look.chargedAt[position])
  const open = chargedAt.flatMap((charged, position) => (charged === undefined ? [position] : []))
  const urls = open.flatMap((position) => commit.urls[position] ?? [])
  return { commit: { ...commit, urls, known: commit.known + commit.urls.length - urls.length }, chargedAt, open }
}
