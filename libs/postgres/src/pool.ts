import type { Log } from '@pagebell/runtime/log'
import pg from 'pg'
import { dbConnections, dbConnectionsMax, dbWaiting } from './metrics.ts'
import { readColumn } from './read-column.ts'
import { startAcrossTenants } from './tenant.ts'

export type DatabaseOptions = {
  url: string
  /** Maximum number of connections; 10 when absent. */
  max?: number
  log: Log
  applicationName?: string
  /** Milliseconds a statement may take in the server; 10,000 when absent. */
  statementTimeoutMs?: number
  /** Milliseconds to wait for any response before the server counts as away; `statementTimeoutMs` + 1,000 when absent. */
  answerTimeoutMs?: number
}

/** The settings of every connection. A connection starts without a tenant. */
export function sessionSettings(options: DatabaseOptions) {
  const { statementTimeoutMs = 10_000, applicationName = 'pagebell' } = options
  return {
    connectionString: options.url,
    application_name: applicationName,
    connectionTimeoutMillis: 2_000,
    statement_timeout: statementTimeoutMs,
    query_timeout: options.answerTimeoutMs ?? statementTimeoutMs + 1_000,
    idle_in_transaction_session_timeout: 30_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    // Times are read as text, so the session must write them in UTC and ISO order whatever the server's defaults are.
    // Counting up to 10,000 rows would get parallel workers, whose start takes ten times as long as the count.
    options: '-c timezone=UTC -c datestyle=ISO -c max_parallel_workers_per_gather=0 -c jit=off',
    types: { getTypeParser: readColumn },
  }
}

/** A pool whose connections start across tenants. Disposing closes them. */
export function openPool(options: DatabaseOptions): { pool: pg.Pool } & AsyncDisposable {
  const { max = 10 } = options
  const session = sessionSettings(options)
  const pool = new pg.Pool({
    ...session,
    options: `${session.options} ${startAcrossTenants}`,
    max,
    // Migrations that break the running version look for its connections, so one stays open.
    min: 1,
    idleTimeoutMillis: 30_000,
  })
  const readers = measurePool(pool, session.application_name, max)
  // The pool replaces an idle connection that breaks; without a listener it would end the process.
  pool.on('error', (error) => options.log.warn({ err: error }, 'an idle database connection broke'))
  return {
    pool,
    async [Symbol.asyncDispose]() {
      for (const reader of readers) reader[Symbol.dispose]()
      await pool.end()
    },
  }
}

/** Metrics by the application name, which distinguishes the pools of one process. */
function measurePool(pool: pg.Pool, name: string, max: number): Disposable[] {
  const labels = { 'db.client.connection.pool.name': name }
  return [
    dbConnections.read(() => [
      { value: pool.idleCount, labels: { ...labels, 'db.client.connection.state': 'idle' } },
      { value: pool.totalCount - pool.idleCount, labels: { ...labels, 'db.client.connection.state': 'used' } },
    ]),
    dbConnectionsMax.read(() => [{ value: max, labels }]),
    dbWaiting.read(() => [{ value: pool.waitingCount, labels }]),
  ]
}
