import type { Log } from '@pagebell/runtime/log'
import { dbConnections, dbConnectionsMost, dbWaiting } from '@pagebell/runtime/metrics'
import pg from 'pg'
import { openPipelines, type Pipelines, pipelinesMost } from './pipelines.ts'
import { accountSetting, everyAccount, putInCharge } from './put-in-charge.ts'
import { readColumn } from './read-column.ts'
import { runStatement, type Statement } from './run-statement.ts'
import { asFault, isServerAway } from './unavailable.ts'

export type { Statement } from './run-statement.ts'

/** What runs statements: the pool, or the transaction under way. */
export type Queryable = {
  query<Row>(statement: Statement): Promise<{ rows: Row[]; rowCount: number }>
}

export type Transactions = Queryable & {
  /** Runs `work` between BEGIN and COMMIT; a throw rolls back. Not repeated: a deadlock's victim gets `unavailable`. */
  transaction<T>(work: (q: Queryable) => Promise<T>): Promise<T>
}

/** By itself it works for every account at once, as only the house's own work does. */
export type Database = Transactions &
  AsyncDisposable & {
    /** Statements in the name of one account (a UUID): behind row-level security there are no rows but its own. */
    forAccount(accountId: string): Transactions
    /** Statements over the rows of all accounts, for the service's own work: sweeps, claims, messages. */
    acrossAccounts(): Transactions
    /** The former name of {@link forAccount}. */
    of(accountId: string): Transactions
    /**
     * Likewise, for short reads that have a name and one index that fits. They share connections, on which they follow one
     * another without waiting, and PostgreSQL plans them once for all accounts and only by walking an index in its order, so
     * that no account is small enough to have everybody's rows sorted.
     */
    walking(accountId: string): Queryable
    ping(): Promise<void>
  }

/** How connections plan that walk an index: one plan for all accounts, in the order of an index. */
export const walkingSettings = [
  'plan_cache_mode=force_generic_plan',
  'enable_seqscan=off',
  'enable_bitmapscan=off',
  'enable_sort=off',
]

type Options = {
  url: string
  /** Connections at most; 10 when absent. */
  max?: number
  log: Log
  applicationName?: string
  /** Milliseconds a statement may take in the server; 10,000 when absent. */
  statementTimeoutMs?: number
  /** Milliseconds to wait for any answer before the server counts as away; 1 s more than a statement may take when absent. */
  answerTimeoutMs?: number
}

/**
 * A pool of connections. A server that is away, starting, shutting down or silent becomes the fault `unavailable`,
 * whose `details.outcome` says whether the work may have been committed (`unknown`) or was not (`none`).
 */
export function connectDatabase(options: Options): Database {
  const statementTimeoutMs = options.statementTimeoutMs ?? 10_000
  const { max = 10, applicationName: name = 'pagebell' } = options
  const session = {
    connectionString: options.url,
    application_name: name,
    connectionTimeoutMillis: 2_000,
    statement_timeout: statementTimeoutMs,
    query_timeout: options.answerTimeoutMs ?? statementTimeoutMs + 1_000,
    idle_in_transaction_session_timeout: 30_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    // Times are read as text, so the session must write them in UTC and ISO order whatever the server's defaults are.
    // A count up to 10,000 rows got workers of its own, whose start took ten times as long as the count.
    options: '-c timezone=UTC -c datestyle=ISO -c max_parallel_workers_per_gather=0 -c jit=off',
    types: { getTypeParser: readColumn },
  }
  const forEvery = `${session.options} -c ${accountSetting}=${everyAccount}`
  // Whoever migrates sees by the one connection at least that this process runs.
  const pool = new pg.Pool({ ...session, options: forEvery, max, min: 1, idleTimeoutMillis: 30_000 })
  const walkers = openPipelines(
    { ...session, options: [session.options, ...walkingSettings].join(' -c ') },
    options.log,
  )
  const watching = [...watchPool(pool, name, max), ...watchPipelines(walkers, `${name} walking`)]
  // An idle connection that breaks is replaced by the pool; without a listener it would end the process.
  pool.on('error', (error) => options.log.warn({ err: error }, 'an idle database connection broke'))

  /** In whose name a connection works that is not as it began. */
  const accounts = new WeakMap<pg.PoolClient, string>()

  async function workFor(client: pg.PoolClient, account: string): Promise<void> {
    if ((accounts.get(client) ?? everyAccount) === account) return
    await client.query(putInCharge(account))
    accounts.set(client, account)
  }

  async function withClient<T>(
    account: string,
    outcomeWhenLost: 'none' | 'unknown',
    work: (client: pg.PoolClient) => Promise<T>,
  ): Promise<T> {
    const client = await pool.connect().catch((error: unknown) => {
      throw asFault(error, 'none')
    })
    // A connection that breaks while it is lent out says so by an event too; the statement's own rejection is enough.
    client.on('error', ignoreSinceStatementRejects)
    let broken: Error | undefined
    let outcome: 'none' | 'unknown' = 'none'
    try {
      await workFor(client, account)
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

  const inNameOf = (account: string): Transactions => ({
    query: (statement) => withClient(account, 'unknown', (client) => runStatement(client, statement)),

    transaction: (work) =>
      withClient(account, 'none', async (client) => {
        await client.query('begin')
        const result = await rollBackOnThrow(client, () =>
          work({ query: (statement) => runStatement(client, statement) }),
        )
        await commit(client)
        return result
      }),
  })

  return {
    ...inNameOf(everyAccount),
    forAccount: inNameOf,
    acrossAccounts: () => inNameOf(everyAccount),
    of: inNameOf,

    walking: (account) => ({
      query: async (statement) => {
        try {
          return await walkers.query(account, statement)
        } catch (error) {
          throw asFault(error, 'unknown')
        }
      },
    }),

    async ping() {
      await withClient(everyAccount, 'none', (client) => client.query('select 1'))
    },

    async [Symbol.asyncDispose]() {
      for (const one of watching) one[Symbol.dispose]()
      await walkers[Symbol.asyncDispose]()
      await pool.end()
    },
  }
}

/** Pools of one process are told apart by the name under which they connect. */
function watchPool(pool: pg.Pool, name: string, max: number): Disposable[] {
  const labels = { 'db.client.connection.pool.name': name }
  return [
    dbConnections.read(() => [
      { value: pool.idleCount, labels: { ...labels, 'db.client.connection.state': 'idle' } },
      { value: pool.totalCount - pool.idleCount, labels: { ...labels, 'db.client.connection.state': 'used' } },
    ]),
    dbConnectionsMost.read(() => [{ value: max, labels }]),
    dbWaiting.read(() => [{ value: pool.waitingCount, labels }]),
  ]
}

function watchPipelines(pipelines: Pipelines, name: string): Disposable[] {
  const labels = { 'db.client.connection.pool.name': name }
  return [
    dbConnections.read(() => {
      const { open, used } = pipelines.count()
      if (open === 0) return []
      return [
        { value: open - used, labels: { ...labels, 'db.client.connection.state': 'idle' } },
        { value: used, labels: { ...labels, 'db.client.connection.state': 'used' } },
      ]
    }),
    dbConnectionsMost.read(() => (pipelines.count().open === 0 ? [] : [{ value: pipelinesMost, labels }])),
  ]
}

async function rollBackOnThrow<T>(client: pg.PoolClient, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    // On a connection that is gone there is nothing to roll back, and the first error is the one worth telling.
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
  // COMMIT of a transaction in which a statement failed is answered by ROLLBACK, without an error.
  if (command !== 'COMMIT') throw new Error('The transaction was rolled back: one of its statements had failed.')
}

function ignoreSinceStatementRejects(): void {}
