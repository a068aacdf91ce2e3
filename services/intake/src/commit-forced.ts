import { createHash } from 'node:crypto'
import { performance } from 'node:perf_hooks'
import type { Database } from '@pagebell/postgres/database'
import type { Accepted, Commit, Outcome } from './commit-group.ts'
import type { Decision } from './commit-requests.ts'
import { type Force, insertForcedBatch } from './queries/insert-forced-batch.ts'
import { submitGroup } from './queries/submit-group.ts'
import type { Shield } from './shield.ts'

type Options = {
  db: Database
  shield: Pick<Shield, 'mark'>
  onCommitted: (commit: Commit, accepted: Accepted, urls: string[]) => void
}

/** Commits one request alone, by a window of nothing and past the shield, and in the same transaction who forced it. */
export function forcedCommits({ db, shield, onCommitted }: Options) {
  return (force: Force) =>
    async (asked: Commit): Promise<Decision> => {
      // The answer to a key that came with the webhook is not the answer to a forced request.
      const commit = { ...asked, requestHash: asked.requestHash && hashForced(asked.requestHash) }
      const began = performance.now()
      const outcome = await db.transaction(async (q): Promise<Outcome> => {
        const [outcome] = await submitGroup(q, [commit], 0)
        if (outcome === undefined) throw new Error('The database left a forced request unanswered.')
        if (isNew(outcome, commit)) await insertForcedBatch(q, commit, force, outcome.at)
        return outcome
      })
      if (isNew(outcome, commit)) {
        shield.mark([{ commit, fresh: [...commit.urls.keys()], chargedAt: outcome.at }], began)
        onCommitted(
          commit,
          outcome,
          commit.urls.map(({ url }) => url),
        )
      }
      return { outcome, chargedAt: [] }
    }
}

/** Another batch is the answer that an earlier request with this Idempotency-Key got. */
const isNew = (outcome: Outcome, { batchId, urls }: Commit): outcome is Accepted =>
  outcome.outcome === 'accepted' && outcome.batch_id === batchId && urls.length > 0

const hashForced = (requestHash: Buffer): Buffer => createHash('sha256').update('forced\n').update(requestHash).digest()
