import { randomUUIDv7 } from 'node:crypto'
import { deliveriesHeld } from '@pagebell/messages/deliveries-held'
import { enqueue } from '@pagebell/outbox/outbox'
import type { Database, Queryable } from '@pagebell/postgres/database'
import type { Log } from '@pagebell/runtime/log'
import {
  countHeld,
  findDueProjects,
  type HeldProject,
  insertHeldProjects,
  lockDueProject,
  planCount,
} from './held-projects.sql.ts'

/** As in the message. */
const maxCounted = 1_000
const projectsPerRound = 500

type HoldTools = { db: Database; outbox: { flush(): void }; log: Log; intervalMs: number }

/**
 * Publishes how many deliveries of each project are on hold, every `intervalMs` while any is and once when none is any
 * more. Any number of copies may run.
 */
export async function publishHolds({ db, outbox, log, intervalMs }: HoldTools, signal: AbortSignal): Promise<void> {
  const q = db.acrossAccounts()
  await insertHeldProjects(q)
  for (const project of await findDueProjects(q, projectsPerRound)) {
    if (signal.aborted) return
    try {
      await db.forAccount(project.account_id).transaction((tenant) => publishHold(tenant, project, intervalMs))
    } catch (error) {
      log.warn({ err: error, project_id: project.project_id }, 'what a project has on hold will be counted again')
    }
  }
  outbox.flush()
}

/** Counts and plans the next count in the transaction that enqueues the message. */
async function publishHold(q: Queryable, project: HeldProject, intervalMs: number): Promise<void> {
  if (!(await lockDueProject(q, project))) return
  const count = await countHeld(q, project, maxCounted)
  if (count === undefined) return
  const { deliveries, paused } = count
  const body = { ...project, deliveries, paused, at: new Date(count.at).toISOString() }
  await enqueue(q, deliveriesHeld, body, randomUUIDv7())
  await planCount(q, project, deliveries === 0 ? undefined : intervalMs)
}
