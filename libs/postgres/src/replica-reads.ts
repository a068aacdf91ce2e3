import { Fault } from '@pagebell/faults/fault'
import type { Log } from '@pagebell/runtime/log'
import type { Database, Queryable, Statement } from './database.ts'

export type ReplicaReads = Pick<Database, 'forAccount' | 'indexReads'>

/** How long a failed replica is skipped, so that attempts to reach it are rare. */
const cooldownMs = 5_000

/**
 * For lists in the panel and the API, which may be slightly stale: reads from the replica while it is available,
 * otherwise from the primary. Reads that must see the caller's own writes use the primary.
 */
export function readFromReplica(primary: Database, replica: Database, log: Log): ReplicaReads {
  let retryAt = 0

  async function withFallback<T>(onReplica: () => Promise<T>, onPrimary: () => Promise<T>): Promise<T> {
    if (performance.now() < retryAt) return onPrimary()
    try {
      return await onReplica()
    } catch (error) {
      if (!(error instanceof Fault && error.kind === 'unavailable')) throw error
      if (performance.now() >= retryAt) log.warn({ err: error }, 'the replica does not answer: lists read the primary')
      retryAt = performance.now() + cooldownMs
      return onPrimary()
    }
  }

  const queryEither = (onReplica: Queryable, onPrimary: Queryable): Queryable => ({
    query: <Row>(statement: Statement) =>
      withFallback(
        () => onReplica.query<Row>(statement),
        () => onPrimary.query<Row>(statement),
      ),
  })

  return {
    indexReads: (accountId) => queryEither(replica.indexReads(accountId), primary.indexReads(accountId)),
    forAccount(accountId) {
      const [onReplica, onPrimary] = [replica.forAccount(accountId), primary.forAccount(accountId)]
      return {
        ...queryEither(onReplica, onPrimary),
        transaction: (work) =>
          withFallback(
            () => onReplica.transaction(work),
            () => onPrimary.transaction(work),
          ),
      }
    },
  }
}
