import { randomUUIDv7 } from 'node:crypto'
import { alertDigested } from '@pagebell/messages/alert-digested'
import { enqueue } from '@pagebell/outbox/outbox'
import type { Database, Queryable } from '@pagebell/postgres/database'
import type { Log } from '@pagebell/runtime/log'
import { type Repeated, repeat } from '@pagebell/runtime/repeat'
import { dateIn, nextTime } from '../local-time.ts'
import { findDueDigests, lockSettings, type ProjectKey, planDigest } from './alert-settings.sql.ts'
import { deleteOrphanedAlerts, takeUnsentAlerts, type UnsentAlert } from './alerts.sql.ts'
import { deleteOldRecoveries } from './watch-recoveries.sql.ts'

const pollMs = 10_000
const digestsPerRound = 500
/** Alerts that a digest lists. */
const maxListed = 50
/** How long a notice without an end is kept after the digest that lists it, and the end of a watch's trouble. */
const retentionMs = 7 * 86_400_000

type DigestTools = { db: Database; outbox: { flush(): void }; log: Log; now: () => Date }

/** Sends the digests of projects at their time of the day. Any number of copies may run. */
export function startDigests(tools: DigestTools): Repeated {
  return repeat(pollMs, (signal) => sendDueDigests(tools, signal), tools.log, 'the digests of alerts')
}

export async function sendDueDigests({ db, outbox, log, now }: DigestTools, signal?: AbortSignal): Promise<void> {
  for (const { account_id, project_id } of await findDueDigests(db.acrossAccounts(), now(), digestsPerRound)) {
    if (signal?.aborted === true) return
    const key = { accountId: account_id, projectId: project_id }
    try {
      await db.forAccount(account_id).transaction((q) => sendDigest(q, key, now()))
    } catch (error) {
      log.warn({ err: error, project_id }, 'the digest of a project will be tried again')
    }
  }
  outbox.flush()
}

/** Marks the alerts of a digest as sent and enqueues its message, in one transaction. */
async function sendDigest(q: Queryable, key: ProjectKey, now: Date): Promise<void> {
  const settings = await lockSettings(q, key)
  if (settings === undefined || Date.parse(settings.next_digest_at) > now.getTime()) return
  const { zone_used: zone, at_time: at, project, last_digest_on } = settings
  const nextAt = nextTime({ every: 'day', at, zone, on: null }, now)
  const date = dateIn(zone, now)
  // The time of the day was set to a later one.
  if (last_digest_on === date) return planDigest(q, key, { nextAt })
  await deleteOrphanedAlerts(q, key)
  const before = new Date(now.getTime() - retentionMs)
  await deleteOldRecoveries(q, key, before)
  const alerts = await takeUnsentAlerts(q, key, { now, noticesBefore: before })
  await planDigest(q, key, { nextAt, on: alerts.length > 0 ? date : undefined })
  if (alerts.length === 0) return
  const id = randomUUIDv7()
  const listed = alerts.slice(0, maxListed)
  const body = {
    account_id: key.accountId,
    project_id: key.projectId,
    project,
    digest_id: id,
    at: now.toISOString(),
    date,
    opened: listed.filter(({ is_resolved }) => !is_resolved).map(toDigested),
    resolved: listed.filter(({ is_resolved }) => is_resolved).map(toDigested),
    more: alerts.length - listed.length,
  }
  await enqueue(q, alertDigested, body, id)
}

function toDigested({ id, facts: { baseline: _, ...facts } }: UnsentAlert) {
  return { id, ...facts }
}
