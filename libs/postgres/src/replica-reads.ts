import { Fault } from '@pagebell/faults/fault'
import type { Log } from '@pagebell/runtime/log'
import type { Database, Statement } from './database.ts'

export type ReplicaReads = Pick<Database, 'forAccount'>

/** How long a replica that failed is not asked again, so that a dead one costs one attempt now and then. */
const cooldownMs = 5_000

/**
 * For lists in the panel and the API, which may lag behind by a moment: read from the replica while it answers, otherwise
 * from the primary. What a caller has just written must be read from the primary.
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

  return {
    forAccount(accountId) {
      const [onReplica, onPrimary] = [replica.forAccount(accountId), primary.forAccount(accountId)]
      return {
        query: <Row>(statement: Statement) =>
          withFallback(
            () => onReplica.query<Row>(statement),
            () => onPrimary.query<Row>(statement),
          ),
        transaction: (work) =>
          withFallback(
            () => onReplica.transaction(work),
            () => onPrimary.transaction(work),
          ),
      }
    },
  }
}
