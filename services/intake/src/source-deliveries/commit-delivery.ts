import { performance } from 'node:perf_hooks'
import type { Database } from '@pagebell/postgres/database'
import { inSharedSpan } from '@pagebell/runtime/span'
import type { OnCommitted } from '../submissions/commit.ts'
import type { DedupeCache } from '../submissions/dedupe-cache.ts'
import { publishCommitted } from '../submissions/publish-committed.ts'
import type { CommitLimits } from '../submissions/submissions.sql.ts'
import { commitTogether } from './commit-together.ts'
import { type CommitDelivery, createDeliveryQueue, type Deliveries } from './delivery-queue.ts'

type CommitTools = {
  db: Database
  limits: CommitLimits
  dedupeCache: Pick<DedupeCache, 'remember'>
  onCommitted: OnCommitted
}

/**
 * Commits deliveries whole, so that one that was refused or cut off can be sent again, and a URL is never submitted without
 * being remembered or the other way round. What the quota has no room for waits, also one of the two actions alone.
 */
export function createDeliveryCommit(tools: CommitTools): CommitDelivery {
  const { db, limits } = tools
  const inTransaction = (deliveries: Deliveries) =>
    db.forAccount(deliveries[0].source.account_id).transaction((q) => commitTogether(q, deliveries, limits))

  return createDeliveryQueue({
    async commit(deliveries) {
      const began = performance.now()
      const outcomes = await inSharedSpan(
        deliveries.map(({ traceparent }) => traceparent),
        { name: 'commit deliveries', kind: 'internal', attributes: { 'pagebell.deliveries': deliveries.length } },
        () => inTransaction(deliveries),
      )
      const parts = outcomes.flatMap((outcome) => (outcome.kind === 'committed' ? outcome.parts : []))
      publishCommitted(parts, began, tools)
      return outcomes
    },
  })
}
