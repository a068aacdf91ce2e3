import { Fault } from '@pagebell/faults/fault'
import type { Log } from '@pagebell/runtime/log'
import type { Database, Queryable, Statement, Transactions } from './database.ts'

/** What lists ask of. */
export type Reads = Pick<Database, 'of' | 'walking'>

/** After a failure the replica is left alone for so long, so that a dead one costs one attempt now and then. */
const restMs = 5_000

/**
 * For lists that somebody looks at, and that need not show what was written a moment ago: they are read from the replica
 * while it answers, and from the primary otherwise. What a caller has just written is asked of the primary.
 */
export function readsThatMayLag(primary: Database, replica: Database, log: Log): Reads {
  let restUntil = 0

  async function first<T>(near: () => Promise<T>, sure: () => Promise<T>): Promise<T> {
    if (performance.now() < restUntil) return sure()
    try {
      return await near()
    } catch (error) {
      if (!(error instanceof Fault && error.kind === 'unavailable')) throw error
      if (performance.now() >= restUntil)
        log.warn({ err: error }, 'the replica does not answer: lists read the primary')
      restUntil = performance.now() + restMs
      return sure()
    }
  }

  const asking = (near: Queryable, sure: Queryable): Queryable => ({
    query: <Row>(statement: Statement) =>
      first(
        () => near.query<Row>(statement),
        () => sure.query<Row>(statement),
      ),
  })

  return {
    of(accountId): Transactions {
      const [near, sure] = [replica.of(accountId), primary.of(accountId)]
      return {
        ...asking(near, sure),
        transaction: (work) =>
          first(
            () => near.transaction(work),
            () => sure.transaction(work),
          ),
      }
    },

    walking: (accountId) => asking(replica.walking(accountId), primary.walking(accountId)),
  }
}
