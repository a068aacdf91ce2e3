import { performance } from 'node:perf_hooks'
import { type Gathered, gather } from '@pagebell/runtime/gather'
import type { Accepted, Commit, Outcome } from './commit-group.ts'
import { answerWithinMs } from './in-time.ts'
import { databaseIsLate } from './refuse.ts'
import type { Charged, Shield } from './shield.ts'

/** What became of one request. `chargedAt` goes with its URLs: the moment of the charge that makes one a duplicate. */
export type Decision = { outcome: Outcome | { outcome: 'too_many_requests' }; chargedAt: (number | undefined)[] }

type Options = {
  shield: Shield
  /** Commits a group in one transaction. */
  commitGroup: (group: Commit[]) => Promise<Outcome[]>
  /** Called with the URLs of each batch that is durable now, and has to be published. */
  onCommitted: (commit: Commit, accepted: Accepted, urls: string[]) => void
}

/** Lets concurrent requests share transactions, behind the shield. */
export function commitRequests({ shield, commitGroup, onCommitted }: Options): Gathered<Commit, Decision> {
  async function work(group: Commit[]): Promise<Decision[]> {
    const began = performance.now()
    const looks = await shield.look(group)
    const asked = group.flatMap((commit, index) => {
      const look = looks[index]
      if (look?.tooMany) return []
      const chargedAt = commit.urls.map((_, position) => look?.chargedAt[position])
      const open = chargedAt.flatMap((charged, position) => (charged === undefined ? [position] : []))
      const urls = open.flatMap((position) => commit.urls[position] ?? [])
      return {
        index,
        commit: { ...commit, urls, known: commit.known + commit.urls.length - urls.length },
        chargedAt,
        open,
      }
    })
    const decisions = group.map((): Decision => ({ outcome: { outcome: 'too_many_requests' }, chargedAt: [] }))
    if (asked.length === 0) return decisions

    const outcomes = await commitGroup(asked.map((one) => one.commit))
    const charged: Charged[] = []
    for (const [place, { index, commit, chargedAt, open }] of asked.entries()) {
      const outcome = outcomes[place]
      if (outcome === undefined) throw new Error('The database left a request of the group unanswered.')
      decisions[index] = { outcome, chargedAt }
      if (outcome.outcome !== 'accepted') continue
      for (const [position, moment] of outcome.seen) chargedAt[open[position] ?? -1] = moment
      // Another batch_id is the answer that an earlier request with this Idempotency-Key got.
      if (commit.dryRun || outcome.batch_id !== commit.batchId) continue
      const seen = new Set(outcome.seen.map(([position]) => position))
      const fresh = [...commit.urls.keys()].filter((position) => !seen.has(position))
      charged.push({ commit, fresh, chargedAt: outcome.at })
      onCommitted(
        commit,
        outcome,
        fresh.flatMap((position) => commit.urls[position]?.url ?? []),
      )
    }
    shield.mark(charged, began)
    return decisions
  }

  return gather({
    work,
    // A second group would be a small one, and of the same account it would only wait for the first one's locks.
    inFlight: 1,
    weigh: (commit) => 20 + commit.urls.length,
    maxWeight: 20_000,
    deadlineMs: answerWithinMs,
    late: (begun) => databaseIsLate(begun ? 'unknown' : 'none'),
  })
}
