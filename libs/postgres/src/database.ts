import type { Log } from '@pagebell/runtime/log'
import { dbConnections, dbConnectionsMost, dbDuration, dbWaiting } from '@pagebell/runtime/metrics'
import { errorType, inSpan } from '@pagebell/runtime/span'
import pg from 'pg'
import { readColumn } from './read-column.ts'
import { asFault, isServerAway } from './unavailable.ts'

/** One SQL statement; a name makes PostgreSQL plan it once a connection. */
export type Statement = { name?: string; text: string; values?: unknown[] }

/** What runs statements: the pool, or the transaction under way. */
export type Queryable = {
  query<Row>(statement: Statement): Promise<{ rows: Row[]; rowCount: number }>
}

export type Transactions = Queryable & {
  /** Runs `work` between BEGIN and COMMIT; a throw rolls back. Not repeated: a deadlock's victim gets `unavailable`. */
  transaction<T>(work: (q: Queryable) => Promise<T>): Promise<T>
}

/**
 * `free` (when absent) leaves PostgreSQL the choice of a plan. `walking` is for statements that have a name and one index
 * that fits: it plans them once a connection, for all accounts, and only by walking an index in its order, so that no
 * account is small enough to have everybody's rows sorted.
 */
export type Planning = 'free' | 'walking'

/** By itself it works for every account at once, as only the house's own work does. */
export type Database = Transactions &
  AsyncDisposable & {
    /** The same in the name of one account (a UUID): where row-level security guards, there are no rows but its own. */
    of(accountId: string, planning?: Planning): Transactions
    ping(): Promise<void>
  }

const everyAccount = 'every'

/** In whose name a connection works, and how it plans. */
type Manner = { account: string; planning: Planning }
/** As a connection begins. */
const firstManner: Manner = { account: everyAccount, planning: 'free' }

const putInChargeText = `select set_config('pagebell.account', $1, false)`
const planText = `, set_config('plan_cache_mode', $2, false), set_config(name, $3, false)
  from unnest('{enable_seqscan,enable_bitmapscan,enable_sort}'::text[]) as name`
const plans: Record<Planning, readonly [string, string]> = {
  free: ['auto', 'on'],
  walking: ['force_generic_plan', 'off'],
}

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
  const pool = new pg.Pool({
    connectionString: options.url,
    max,
    // Whoever migrates sees by it that this process runs.
    min: 1,
    application_name: name,
    connectionTimeoutMillis: 2_000,
    statement_timeout: statementTimeoutMs,
    query_timeout: options.answerTimeoutMs ?? statementTimeoutMs + 1_000,
    idle_in_transaction_session_timeout: 30_000,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    // Times are read as text, so the session must write them in UTC and ISO order whatever the server's defaults are.
    // A count up to 10,000 rows got workers of its own, whose start took ten times as long as the count.
    options: `-c timezone=UTC -c datestyle=ISO -c max_parallel_workers_per_gather=0 -c jit=off -c pagebell.account=${everyAccount}`,
    types: { getTypeParser: readColumn },
  })
  const watching = watchPool(pool, name, max)
  // An idle connection that breaks is replaced by the pool; without a listener it would end the process.
  pool.on('error', (error) => options.log.warn({ err: error }, 'an idle database connection broke'))

  const manners = new WeakMap<pg.PoolClient, Manner>()

  async function putInCharge(client: pg.PoolClient, { account, planning }: Manner): Promise<void> {
    const now = manners.get(client) ?? firstManner
    if (now.account === account && now.planning === planning) return
    // Both in one statement: a connection that changes hands costs one round trip.
    await client.query(
      now.planning === planning
        ? { name: 'put-in-charge', text: putInChargeText, values: [account] }
        : {
            name: 'put-in-charge-and-plan',
            text: `${putInChargeText}${planText}`,
            values: [account, ...plans[planning]],
          },
    )
    manners.set(client, { account, planning })
  }

  async function withClient<T>(
    manner: Manner,
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
      await putInCharge(client, manner)
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

  const transactionsIn = (manner: Manner): Transactions => ({
    query: (statement) => withClient(manner, 'unknown', (client) => run(client, statement)),

    transaction: (work) =>
      withClient(manner, 'none', async (client) => {
        await client.query('begin')
        const result = await rollBackOnThrow(client, () => work({ query: (statement) => run(client, statement) }))
        await commit(client)
        return result
      }),
  })

  return {
    ...transactionsIn(firstManner),
    of: (account, planning = 'free') => transactionsIn({ account, planning }),

    async ping() {
      await withClient(firstManner, 'none', (client) => client.query('select 1'))
    },

    async [Symbol.asyncDispose]() {
      for (const one of watching) one[Symbol.dispose]()
      await pool.end()
    },
  }
}

/** Told by its name alone: neither its text nor its values get into a span or a metric. */
async function run<Row>(client: pg.PoolClient, statement: Statement): Promise<{ rows: Row[]; rowCount: number }> {
  const summary = statement.name ?? /^\s*\w+/.exec(statement.text)?.[0].trim().toLowerCase() ?? 'statement'
  const attributes = { 'db.system.name': 'postgresql', 'db.query.summary': summary }
  const began = performance.now()
  const count = (failed: { 'error.type'?: string }): void =>
    dbDuration.record((performance.now() - began) / 1_000, { 'db.query.summary': summary, ...failed })
  return inSpan({ name: `postgresql ${summary}`, kind: 'client', attributes }, async () => {
    try {
      const { rows, rowCount } = await client.query(statement)
      count({})
      return { rows: rows as Row[], rowCount: rowCount ?? 0 }
    } catch (error) {
      count({ 'error.type': errorType(error) })
      throw error
    }
  })
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
