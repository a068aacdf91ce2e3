import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Database } from '@pagebell/postgres/database'
import { leaseNamedHost } from './host-leases.sql.ts'

/** How long one that waits for an answer waits for a host that is being checked. */
const maxTurnMs = 5_000
const turnPollMs = 200

type TurnTools = { db: Database; leaseMs: number }

/** The lease of a host; undefined if it stays busy until then, or until `end` of `performance.now()`. */
export async function waitForHost({ db, leaseMs }: TurnTools, host: string, end: number): Promise<string | undefined> {
  const lease = randomUUID()
  const until = Math.min(performance.now() + maxTurnMs, end)
  while (!(await leaseNamedHost(db.acrossAccounts(), host, lease, leaseMs))) {
    if (performance.now() > until) return undefined
    await pause(turnPollMs)
  }
  return lease
}
