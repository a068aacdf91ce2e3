import { setTimeout as pause } from 'node:timers/promises'
import { mainQueues } from '@pagebell/broker/topology'
import pg from 'pg'
import type { Harness } from './start-harness.ts'
import { withChannel } from './with-channel.ts'

/** Pending items by name; counts are above 0. */
export type Waiting = Record<string, number>

/** Queries for pending work in each database. Leased rows become due when the lease expires. */
const open: Record<string, Record<string, string>> = {
  project: { 'project outbox': 'select count(*) from outbox' },
  report: {
    'report outbox': 'select count(*) from outbox',
    'runs under way': "select count(*) from run where status in ('queued', 'running')",
  },
  intake: { 'intake outbox': 'select count(*) from outbox' },
  notifier: {
    'notifier outbox': 'select count(*) from outbox',
    'open deliveries':
      "select count(*) from deliveries where status not in ('delivered', 'rejected', 'dropped', 'skipped')",
  },
  pages: {
    'pages outbox': 'select count(*) from outbox',
    'pages to check': 'select count(*) from page_check',
  },
}

/**
 * Waits until nothing is pending, or until the number of pending items has not fallen for `stuckAfterMs`. Returns the
 * pending items.
 */
export async function drain(harness: Harness, stuckAfterMs: number, say: (line: string) => void): Promise<Waiting> {
  let left: Waiting = {}
  let least = Infinity
  let movedAt = performance.now()
  do {
    await pause(2_000)
    await makeDue(harness)
    left = { ...(await openRows(harness)), ...(await queuedMessages(harness)) }
    say(`draining: ${JSON.stringify(left)}`)
    const sum = Object.values(left).reduce((total, count) => total + count, 0)
    if (sum < least) movedAt = performance.now()
    least = Math.min(least, sum)
  } while (least > 0 && performance.now() - movedAt < stuckAfterMs)
  return left
}

/**
 * Makes scheduled retries, paused deliveries and pages that are held due immediately. Not what is due within seconds
 * anyway: a claim takes deliveries up to a second ahead, and one that is moved out of its range is sent twice.
 */
async function makeDue({ databaseUrls }: Harness): Promise<void> {
  await withAdmin(databaseUrls['notifier'] ?? '', async (admin) => {
    await admin.query(
      `update deliveries set next_at = now() where next_at > now() + interval '10 seconds' and lease is null`,
    )
    await admin.query("update engine_state set paused_until = '-infinity', open_until = '-infinity'")
  })
  await withAdmin(databaseUrls['pages'] ?? '', (admin) =>
    admin.query('update page_check set due_at = now() where due_at > now()'),
  )
}

async function openRows({ databaseUrls }: Harness): Promise<Waiting> {
  const found: Waiting = {}
  for (const [service, queries] of Object.entries(open)) {
    await withAdmin(databaseUrls[service] ?? '', async (admin) => {
      for (const [name, text] of Object.entries(queries)) {
        const count = Number((await admin.query(text)).rows[0]?.count)
        if (count > 0) found[name] = count
      }
    })
  }
  return found
}

/** Messages in all queues, including dead letters. */
export async function queuedMessages({ cluster }: Harness): Promise<Waiting> {
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
