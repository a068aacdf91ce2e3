import type { Queryable } from '@pagebell/postgres/database'
import { everyEvent } from '../event-endpoints/subscribed-events.ts'
import { dueAgain } from './requeue.sql.ts'
import type { NewDelivery, SubmittedBatch } from './submitted-batch.ts'

/** How a delivery begins: due, waiting for a verdict, or dead-lettered until an operator replays its message. */
type InitialState =
  | { status: 'pending'; reason: null }
  /** `from`: its page is checked from then on at the latest. */
  | { status: 'checking'; reason: 'waiting' | null; checkMs: number; from: string | null }
  | { status: 'set_aside'; reason: string }
const due: InitialState = { status: 'pending', reason: null }

/**
 * Inserts the deliveries of a message and returns how many were new: the same message again changes nothing. Deliveries
 * of a deleted project are dropped on arrival; a batch whose completion the project subscribes to is watched. Needs the
 * project's lock.
 */
export async function insertDeliveries(
  q: Queryable,
  batch: Omit<SubmittedBatch, 'urls'>,
  rows: NewDelivery[],
  batchDelayMs: number,
  { status, reason, ...initial }: InitialState = due,
): Promise<number> {
  const { rowCount } = await q.query({
    name: 'insert-deliveries',
    text: `
      with watched as (
        insert into watched_batches
          (account_id, batch_id, project_id, project, action, deliveries, submitted_at, traceparent, next_at)
        select $1, $2, $3, $4, $6, $14, $7, $8, clock_timestamp() + interval '1 second'
        where $14::integer is not null and exists (
          select from event_endpoints
          where account_id = $1 and of_project = $3 and disabled_at is null
            and events && array['batch.completed', '${everyEvent}']
        )
        on conflict (account_id, batch_id) do nothing
      )
      insert into deliveries (account_id, id, batch_id, url_hash, project_id, project, channel, action, url, host,
        status, reason, next_at, traceparent, submitted_at, preflight, check_until)
      select $1, new.id, $2, new.url_hash, $3, $4, $5, $6, new.url, new.host,
        case when gone.found then 'dropped' else $15 end,
        case when gone.found then 'project_deleted' else $16 end,
        case when not gone.found and $15 = 'pending' then clock_timestamp() + $9 * interval '1 millisecond' end,
        $8, $7, $17, case when not gone.found
          then greatest(clock_timestamp(), $19::timestamptz) + $18::float8 * interval '1 millisecond' end
      from unnest($10::uuid[], $11::bytea[], $12::text[], $13::text[]) as new (id, url_hash, url, host),
        (select exists (select from deleted_project where account_id = $1 and project_id = $3) as found) gone
      on conflict (account_id, batch_id, url_hash, channel) do nothing`,
    values: [
      batch.account_id,
      batch.batch_id,
      batch.project_id,
      batch.project,
      batch.channel,
      batch.action,
      batch.submitted_at,
      batch.traceparent ?? null,
      batchDelayMs,
      rows.map((row) => row.id),
      rows.map((row) => row.urlHash),
      rows.map((row) => row.url),
      rows.map((row) => row.host),
      batch.batch_urls ?? null,
      status,
      reason,
      batch.preflight === true,
      'checkMs' in initial ? initial.checkMs : null,
      'from' in initial ? initial.from : null,
    ],
  })
  return rowCount
}

type DeadLetteredBatch = { account_id: string; batch_id: string; project_id: string; channel: string }

/** Restores what was dead-lettered of a message, or drops it if its project is deleted. Needs the project's lock. */
export async function restoreDeadLettered(
  q: Queryable,
  batch: DeadLetteredBatch,
  rows: { urlHash: Buffer }[],
): Promise<void> {
  await q.query({
    name: 'take-up-aside',
    text: `
      with gone as (
        update deliveries set status = 'dropped', reason = 'project_deleted'
        where account_id = $1 and batch_id = $2 and channel = $4 and url_hash = any ($5) and status = 'set_aside'
          and exists (select from deleted_project where account_id = $1 and project_id = $3)
      )
      update deliveries set ${dueAgain}, not_checked = case when preflight then 'late' end
      where account_id = $1 and batch_id = $2 and channel = $4 and url_hash = any ($5) and status = 'set_aside'
        and not exists (select from deleted_project where account_id = $1 and project_id = $3)`,
    values: [batch.account_id, batch.batch_id, batch.project_id, batch.channel, rows.map(({ urlHash }) => urlHash)],
  })
}

/**
 * Drops up to `limit` open deliveries of a deleted project, those that are due or those that wait for a verdict; returns
 * how many.
 */
export async function dropDeliveries(
  q: Queryable,
  accountId: string,
  projectId: string,
  which: 'due' | 'checking',
  limit: number,
): Promise<number> {
  const { rowCount } = await q.query({
    name: `drop-${which}-deliveries`,
    text: `
      with open as (
        select account_id, id from deliveries
        where account_id = $1 and project_id = $2
          and ${which === 'due' ? `status in ('pending', 'retrying', 'held')` : `status = 'checking'`}
        limit $3 for update
      )
      update deliveries d set status = 'dropped', reason = 'project_deleted', next_at = null, lease = null
      from open where d.account_id = open.account_id and d.id = open.id`,
    values: [accountId, projectId, limit],
  })
  return rowCount
}
