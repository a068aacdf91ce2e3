import type pg from 'pg'
import { type Queryable, runStatement } from './statement.ts'
import { asFault, isServerAway } from './unavailable.ts'

/** Runs `work` between BEGIN and COMMIT on this connection; a throw rolls back. */
export async function runTransaction<T>(client: pg.PoolClient, work: (q: Queryable) => Promise<T>): Promise<T> {
  await client.query('begin')
  const result = await rollBackOnThrow(client, () => work({ query: (statement) => runStatement(client, statement) }))
  await commit(client)
  return result
}

async function rollBackOnThrow<T>(client: pg.PoolClient, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    // A lost connection has nothing to roll back, and the first error is the one to report.
    if (!isServerAway(error)) await client.query('rollback')
    throw error
  }
}

async function commit(client: pg.PoolClient): Promise<void> {
  let command: string
  try {
    command = (await client.query('commit')).command
  } catch (error) {
    throw asFault(error, 'unknown')
  }
  // PostgreSQL answers COMMIT with ROLLBACK, and no error, if a statement of the transaction failed.
  if (command !== 'COMMIT') throw new Error('The transaction was rolled back: one of its statements had failed.')
}
