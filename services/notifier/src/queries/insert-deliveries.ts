import type { Statement } from '@pagebell/postgres/database'

type Submitted = {
  account_id: string
  batch_id: string
  project_id: string
  project: string
  channel: string
  action: string
  submitted_at: string
  /** Undefined where it was not told: such a batch is not watched. */
  batch_urls?: number | undefined
}
export type NewDelivery = { id: string; url: string; urlHash: Buffer; host: string }

/** How a delivery begins: due, or waiting for an operator. */
type Beginning = { status: 'pending'; reason: null } | { status: 'set_aside'; reason: string }
const due: Beginning = { status: 'pending', reason: null }

/**
 * The same batch again changes nothing. Those of a deleted project are dropped on arrival; a batch whose end somebody wants to
 * know is watched. Needs the project's lock.
 */
export function insertDeliveries(
  batch: Submitted,
  rows: NewDelivery[],
  traceparent: string | undefined,
  gatherMs: number,
  { status, reason }: Beginning = due,
): Statement {
  return {
    name: 'insert-deliveries',
    text: `
      with watched as (
        insert into watched_batches
          (account_id, batch_id, project_id, project, action, deliveries, submitted_at, traceparent, next_at)
        select $1, $2, $3, $4, $6, $14, $7, $8, clock_timestamp() + interval '1 second'
        from event_endpoints
        where account_id = $1 and project_id = $3 and disabled_at is null and 'batch.completed' = any (events)
          and $14::integer is not null
        on conflict (account_id, batch_id) do nothing
      )
      insert into deliveries (account_id, id, batch_id, url_hash, project_id, project, channel, action, url, host,
        status, reason, next_at, traceparent, submitted_at)
      select $1, new.id, $2, new.url_hash, $3, $4, $5, $6, new.url, new.host,
        case when gone.found then 'dropped' else $15 end,
        case when gone.found then 'project_deleted' else $16 end,
        case when not gone.found and $15 = 'pending' then clock_timestamp() + $9 * interval '1 millisecond' end,
        $8, $7
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
      traceparent ?? null,
      gatherMs,
      rows.map((row) => row.id),
      rows.map((row) => row.urlHash),
      rows.map((row) => row.url),
      rows.map((row) => row.host),
      batch.batch_urls ?? null,
      status,
      reason,
    ],
  }
}
