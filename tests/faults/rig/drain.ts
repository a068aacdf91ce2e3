import { setTimeout as pause } from 'node:timers/promises'
import { mainQueues } from '@pagebell/broker/topology'
import pg from 'pg'
import type { Rig } from './start-rig.ts'
import { withChannel } from './with-channel.ts'

/** What is still on its way, by name; nothing of it is 0. */
export type Waiting = Record<string, number>

/** What each database still has to do. Rows under a lease come due by themselves. */
const open: Record<string, Record<string, string>> = {
  project: { 'project outbox': 'select count(*) from outbox' },
  report: {
    'report outbox': 'select count(*) from outbox',
    'runs under way': "select count(*) from run where status in ('queued', 'running')",
  },
  intake: { 'intake outbox': 'select count(*) from outbox' },
  notifier: {
    'open deliveries': "select count(*) from deliveries where status not in ('delivered', 'rejected', 'dropped')",
  },
}

/**
 * Waits until everything that was taken in has come to its end, and gives up when for `stuckAfterMs` nothing has: a busy
 * machine may take its time. Answers what is left.
 */
export async function drain(rig: Rig, stuckAfterMs: number, say: (line: string) => void): Promise<Waiting> {
  let left: Waiting = {}
  let least = Infinity
  let movedAt = performance.now()
  do {
    await pause(2_000)
    await hurry(rig)
    left = { ...(await openRows(rig)), ...(await queuedMessages(rig)) }
    say(`draining: ${JSON.stringify(left)}`)
    const sum = Object.values(left).reduce((total, count) => total + count, 0)
    if (sum < least) movedAt = performance.now()
    least = Math.min(least, sum)
  } while (least > 0 && performance.now() - movedAt < stuckAfterMs)
  return left
}

/** Hours pass at once: what waits for another try, or for an engine's pause to end, is due. */
async function hurry({ databaseUrls }: Rig): Promise<void> {
  await withAdmin(databaseUrls['notifier'] ?? '', async (admin) => {
    await admin.query('update deliveries set next_at = now() where next_at > now() and lease is null')
    await admin.query("update engine_state set paused_until = '-infinity', open_until = '-infinity'")
  })
}

async function openRows({ databaseUrls }: Rig): Promise<Waiting> {
  const found: Waiting = {}
  for (const [service, questions] of Object.entries(open)) {
    await withAdmin(databaseUrls[service] ?? '', async (admin) => {
      for (const [name, text] of Object.entries(questions)) {
        const count = Number((await admin.query(text)).rows[0]?.count)
        if (count > 0) found[name] = count
      }
    })
  }
  return found
}

/** Messages that wait in any queue, the dead ones included. */
export async function queuedMessages({ cluster }: Rig): Promise<Waiting> {
  const urls = cluster.nodes.map((node) => node.url)
  return withChannel(urls, async (channel) => {
    const found: Waiting = {}
    for (const { queue } of mainQueues('')) {
      for (const name of [queue, `${queue}.alone`, `${queue}.retry`, `${queue}.dead`]) {
        const { messageCount } = await channel.checkQueue(name)
        if (messageCount > 0) found[name] = messageCount
      }
    }
    return found
  })
}

export async function withAdmin<T>(url: string, work: (admin: pg.Client) => Promise<T>): Promise<T> {
  const admin = new pg.Client({ connectionString: url })
  await admin.connect()
  try {
    return await work(admin)
  } finally {
    await admin.end()
  }
}
