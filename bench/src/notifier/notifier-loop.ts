import { randomUUID } from 'node:crypto'
import { connectBroker } from '@pagebell/broker/broker'
import { urlsSubmitted } from '@pagebell/messages/urls-submitted'
import { createLog } from '@pagebell/runtime/log'
import { waitUntil } from '@pagebell/start/wait-until'
import pg from 'pg'
import { startServers } from '../servers/start-servers.ts'
import { type CountingEngine, startEngine } from './start-engine.ts'
import { startNotifier } from './start-notifier.ts'

/** What takes batches from a queue, sends them to an engine and logs them. */
export type Loop = {
  name: string
  pids: Record<string, number>
  engine: CountingEngine
  publish: (batch: Batch) => Promise<void>
  /** URLs that are logged as delivered. */
  delivered: () => Promise<number>
  /** What is counted from now on starts at none. */
  clear: () => Promise<unknown>
}
export type Batch = { batch_id: string; account_id: string; project_id: string; project: string; urls: string[] }

export const urlsPerBatch = 100
export const hosts = 10
const prefix = 'bench_'
const owners = Array.from({ length: hosts }, (_, n) => ({
  account_id: randomUUID(),
  project_id: randomUUID(),
  project: `shop-${n}.example`,
}))

/** Starts the notifier with its servers and an engine; they end with `running`. */
export async function startNotifierLoop(running: AsyncDisposableStack) {
  const servers = await startServers(running)
  const broker = running.use(
    await connectBroker({ url: servers.amqpUrl, prefix, log: createLog('bench', 'silent'), service: 'bench' }),
  )
  const engine = await startEngine(running)
  const notifier = await startNotifier(running, servers, { prefix, engineUrl: engine.url })
  const db = new pg.Pool({ connectionString: notifier.adminUrl, max: 2 })
  running.defer(() => db.end())
  const loop: Loop = {
    name: 'Pagebell notifier',
    pids: { node: notifier.pid, ...servers.pids },
    engine,
    publish: (batch) =>
      broker.publish(
        urlsSubmitted,
        { ...batch, channel: 'indexnow', action: 'update', submitted_at: new Date().toISOString() },
        { id: batch.batch_id },
      ),
    ...deliveryLog(db),
  }
  return { loop, servers, notifier, db }
}

/**
 * What is logged since the last `clear`. The log keeps what was delivered before, as one in use does, and PostgreSQL knows
 * its size: for an emptied table it has no statistics, and finds a delivery by any index that has the account.
 */
function deliveryLog(db: pg.Pool): Pick<Loop, 'delivered' | 'clear'> {
  const count = () => countRows(db, "select count(*) from deliveries where status = 'delivered'")
  const open = "(select from deliveries where status in ('pending', 'retrying', 'held') limit 1) one"
  let before = 0
  return {
    // Counted once nothing is open: the count itself is dear.
    delivered: async () => ((await countRows(db, `select count(*) from ${open}`)) > 0 ? 0 : (await count()) - before),
    clear: async () => {
      await db.query('analyze deliveries')
      before = await count()
    },
  }
}

/** Waits until `urls` URLs are logged as delivered. */
export async function untilDelivered(loop: Loop, urls: number, timeoutMs = 120_000): Promise<void> {
  const failure = () => new Error(`${loop.name}: ${loop.engine.urls} of ${urls} URLs reached the engine.`)
  const isDone = async (): Promise<boolean> => loop.engine.urls >= urls && (await loop.delivered()) === urls
  await waitUntil(isDone, { timeoutMs, intervalMs: 20, failure })
}

export function makeBatch(number: number, urls: number): Batch {
  const owner = owners[number % hosts] as (typeof owners)[number]
  const address = (n: number) => `https://${owner.project}/articles/${number}/page-${n}`
  return { batch_id: randomUUID(), ...owner, urls: Array.from({ length: urls }, (_, n) => address(n)) }
}

export async function countRows(db: pg.Pool, text: string): Promise<number> {
  const { rows } = await db.query<{ count: string }>(text)
  return Number(rows[0]?.count)
}
