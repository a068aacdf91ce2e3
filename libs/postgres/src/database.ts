import type pg from 'pg'
import { type DatabaseOptions, openPool } from './pool.ts'
import { openSharedConnections } from './shared-connections.ts'
import { type Queryable, runStatement } from './statement.ts'
import { acrossTenants, setTenant } from './tenant.ts'
import { runTransaction } from './transaction.ts'
import { asFault, isServerAway, type TransactionOutcome } from './unavailable.ts'

export type { Queryable, Statement } from './statement.ts'

export type Transactions = Queryable & {
  /** Runs `work` between BEGIN and COMMIT; a throw rolls back. Not repeated: a deadlock's victim gets `unavailable`. */
  transaction<T>(work: (q: Queryable) => Promise<T>): Promise<T>
}

export type Database = AsyncDisposable & {
  /** Statements of one account (a UUID): row-level security shows them no rows but its own. */
  forAccount(accountId: string): Transactions
  /**
   * Short, named reads of one account, each of which follows one index in its order. They share two connections, where
   * they are sent without waiting for each other, and are planned once for all accounts.
   */
  indexReads(accountId: string): Queryable
  /** Statements over the rows of all accounts, for the service's own work: sweeps, claims, messages. */
  acrossAccounts(): Transactions
  ping(): Promise<void>
}

/**
 * Opens a pool of connections. A server that is away, starting, shutting down or silent becomes the fault `unavailable`,
 * whose `details.outcome` says whether the work may have been committed (`unknown`) or was not (`none`).
 */
export function connectDatabase(options: DatabaseOptions): Database {
  const { pool, [Symbol.asyncDispose]: closePool } = openPool(options)
  const shared = openSharedConnections(options)

  const forTenant = (tenant: string): Transactions => ({
    query: (statement) => withClient(pool, tenant, 'unknown', (client) => runStatement(client, statement)),
    transaction: (work) => withClient(pool, tenant, 'none', (client) => runTransaction(client, work)),
  })

  return {
    forAccount: forTenant,
    indexReads: (accountId) => ({
      async query(statement) {
        try {
          return await shared.query(accountId, statement)
        } catch (error) {
          throw asFault(error, 'none')
        }
      },
    }),
    acrossAccounts: () => forTenant(acrossTenants),
    async ping() {
      await withClient(pool, acrossTenants, 'none', (client) => client.query('select 1'))
    },
    async [Symbol.asyncDispose]() {
      await shared[Symbol.asyncDispose]()
      await closePool()
    },
  }
}

/** Lends a connection of the tenant to `work`. `outcomeWhenLost`: what has become of the work if the connection is lost. */
async function withClient<T>(
  pool: pg.Pool,
  tenant: string,
  outcomeWhenLost: TransactionOutcome,
  work: (client: pg.PoolClient) => Promise<T>,
): Promise<T> {
  const client = await pool.connect().catch((error: unknown) => {
    throw asFault(error, 'none')
  })
  // A lent connection that breaks emits an event too; the statement's own rejection is enough.
  client.on('error', ignoreSinceStatementRejects)
  let broken: Error | undefined
  let outcome: TransactionOutcome = 'none'
  try {
    await setTenant(client, tenant)
    outcome = outcomeWhenLost
    return await work(client)
  } catch (error) {
    if (isServerAway(error)) broken = error as Error
    throw asFault(error, outcome)
  } finally {
    client.removeListener('error', ignoreSinceStatementRejects)
    client.release(broken)
  }
}

function ignoreSinceStatementRejects(): void {}
