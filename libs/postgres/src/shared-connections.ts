import pg from 'pg'
import { dbConnections, dbConnectionsMax } from './metrics.ts'
import { type DatabaseOptions, sessionSettings } from './pool.ts'
import { runStatement, type Statement } from './statement.ts'
import { tenantStatement } from './tenant.ts'

/** Number of connections; if one breaks or waits for a slow statement, the other serves. */
const maxConnections = 2

/**
 * Plans of these connections: one generic plan for all accounts, which follows an index in its order. Otherwise a plan
 * that suits a small account would sort a million rows of a large one.
 */
const planByIndex =
  '-c plan_cache_mode=force_generic_plan -c enable_seqscan=off -c enable_bitmapscan=off -c enable_sort=off'

/** A connection with pipelining: statements are sent at once and answered in order, each its own transaction. */
type Connection = {
  client: pg.Client
  connected: Promise<unknown>
  /** The tenant of the next statement, and the statement that sets it. */
  tenant: { id: string; set: Promise<unknown> }
  inFlight: number
}

export type SharedConnections = AsyncDisposable & {
  /** Runs one short, named read of a tenant. A statement that fails does not affect the others. */
  query<Row>(tenant: string, statement: Statement): Promise<{ rows: Row[]; rowCount: number }>
}

/**
 * Two connections that all tenants share, opened when first used and reopened after a failure. Only for short reads: a
 * slow statement delays those behind it. Disposing closes the connections.
 */
export function openSharedConnections(options: DatabaseOptions): SharedConnections {
  const session = sessionSettings(options)
  const slots: (Connection | undefined)[] = Array.from({ length: maxConnections })
  const connections = (): Connection[] => slots.filter((connection) => connection !== undefined)
  const readers = measure(`${session.application_name} index reads`, connections)

  function connect(slot: number): Connection {
    const client = new pg.Client({ ...session, options: `${session.options} ${planByIndex}`, pipeline: true })
    const connection = { client, connected: client.connect(), tenant: noTenant, inFlight: 0 }
    client.on('error', (error) => options.log.warn({ err: error }, 'a shared database connection broke'))
    client.on('end', () => remove(connection))
    connection.connected.catch(() => remove(connection))
    slots[slot] = connection
    return connection
  }

  function remove(connection: Connection): void {
    const slot = slots.indexOf(connection)
    if (slot >= 0) slots[slot] = undefined
  }

  function leastBusy(): Connection {
    const loads = slots.map((connection) => connection?.inFlight ?? 0)
    const slot = loads.indexOf(Math.min(...loads))
    return slots[slot] ?? connect(slot)
  }

  /** Statements behind this one are sent without waiting for it; they must fail if it fails. */
  function setTenant(connection: Connection, id: string): Promise<unknown> {
    if (connection.tenant.id === id) return connection.tenant.set
    const set = connection.client.query(tenantStatement(id)).catch((error: unknown) => {
      remove(connection)
      void connection.client.end()
      throw error
    })
    connection.tenant = { id, set }
    return set
  }

  return {
    async query<Row>(tenant: string, statement: Statement) {
      const connection = leastBusy()
      connection.inFlight += 1
      try {
        await connection.connected
        // Both are sent in this turn of the event loop: a statement of another tenant between them would change the tenant.
        const tenantSet = setTenant(connection, tenant)
        const [found] = await Promise.all([runStatement<Row>(connection.client, statement), tenantSet])
        return found
      } finally {
        connection.inFlight -= 1
      }
    },

    async [Symbol.asyncDispose]() {
      for (const reader of readers) reader[Symbol.dispose]()
      await Promise.all(connections().map(({ client }) => client.end()))
    },
  }
}

/** A new connection has no tenant: row-level security shows it no rows. */
const noTenant = { id: '', set: Promise.resolve() }

/** Most services open none, and have no figures of them. */
function measure(name: string, connections: () => Connection[]): Disposable[] {
  const labels = { 'db.client.connection.pool.name': name }
  return [
    dbConnections.read(() => {
      const open = connections().length
      if (open === 0) return []
      const used = connections().filter(({ inFlight }) => inFlight > 0).length
      return [
        { value: open - used, labels: { ...labels, 'db.client.connection.state': 'idle' } },
        { value: used, labels: { ...labels, 'db.client.connection.state': 'used' } },
      ]
    }),
    dbConnectionsMax.read(() => (connections().length === 0 ? [] : [{ value: maxConnections, labels }])),
  ]
}
