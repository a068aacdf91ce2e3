import { afterPosition, orderBy } from '@pagebell/lists/keyset'
import type { Queryable } from '@pagebell/postgres/database'
import type { EndpointKey } from './endpoints.sql.ts'
import { everyEvent } from './subscribed-events.ts'

/** An event as the protocol shows it. The next_at of a test event lies before all others. */
const eventColumns = `coalesce(e.webhook_id, e.id) as id, e.id as row_id, e.type, e.status, e.created_at,
  greatest(e.next_at, e.created_at) as next_at, e.body`

export type EventRow = {
  /** Of the event, at every endpoint that gets it. */
  id: string
  /** Of the event at this endpoint. */
  row_id: string
  type: string
  status: string
  created_at: string
  next_at: string | null
  body: string
  tries: { at: string; took_ms: number; status: number | null; reason: string | null; answer: string }[]
}

export type NewEvent = { id: string; type: string; subject: string; body: string }

/**
 * Queues an event for every endpoint of the project that subscribes to it and has not had it; returns for how many.
 * Endpoints are locked in one order, so that concurrent calls do not deadlock.
 */
export async function insertEvent(
  q: Queryable,
  { account_id, project_id }: { account_id: string; project_id: string },
  { id, type, subject, body }: NewEvent,
  traceparent: string | undefined,
): Promise<number> {
  // The row of the endpoint named default has the id of the event, as a copy of the version before would send it.
  const { rowCount } = await q.query({
    name: 'insert-event',
    text: `
      with wanted as materialized (
        select account_id, project_id as key from event_endpoints
        where account_id = $1 and of_project = $2 and disabled_at is null and events && array[$4, '${everyEvent}']
        order by project_id for update
      ), due as (
        update event_endpoints e set due_at = least(e.due_at, clock_timestamp())
        from wanted where e.account_id = wanted.account_id and e.project_id = wanted.key
      )
      insert into outbound_events (account_id, project_id, id, webhook_id, type, subject, body, traceparent, next_at)
      select account_id, key, case when key = $2 then $3 else gen_random_uuid() end, $3, $4, $5, $6, $7,
        clock_timestamp()
      from wanted
      on conflict (account_id, project_id, type, subject) do nothing`,
    values: [account_id, project_id, id, type, subject, body, traceparent ?? null],
  })
  return rowCount
}

/** As `insertEvent`, for every endpoint of the account. */
export async function insertAccountEvents(
  q: Queryable,
  accountId: string,
  { id, type, subject, body }: NewEvent,
  traceparent: string | undefined,
): Promise<number> {
  const { rowCount } = await q.query({
    name: 'insert-account-events',
    text: `
      with wanted as materialized (
        select account_id, project_id as key from event_endpoints
        where account_id = $1 and disabled_at is null and events && array[$3, '${everyEvent}']
        order by project_id for update
      ), due as (
        update event_endpoints e set due_at = least(e.due_at, clock_timestamp())
        from wanted where e.account_id = wanted.account_id and e.project_id = wanted.key
      )
      insert into outbound_events (account_id, project_id, id, webhook_id, type, subject, body, traceparent, next_at)
      select account_id, key, gen_random_uuid(), $2, $3, $4, $5, $6, clock_timestamp() from wanted
      on conflict (account_id, project_id, type, subject) do nothing`,
    values: [accountId, id, type, subject, body, traceparent ?? null],
  })
  return rowCount
}

/**
 * Queues a test event before all others, whatever the endpoint subscribes to. An endpoint in its cooldown is tried
 * after `cooldownMs` and not at once, so that tests cannot keep one that hangs busy. The same subject is the same
 * event. Returns nothing for an endpoint that is disabled.
 */
export async function insertTestEvent(
  q: Queryable,
  { account_id, key }: EndpointKey,
  { id, type, subject, body }: NewEvent,
  traceparent: string | undefined,
  cooldownMs: number,
): Promise<EventRow | undefined> {
  const { rows } = await q.query<EventRow>({
    name: 'insert-test',
    text: `
      with wanted as (
        update event_endpoints set due_at = clock_timestamp(),
          free_at = case when lease is null
            then least(free_at, clock_timestamp() + $8 * interval '1 millisecond') else free_at end
        where account_id = $1 and project_id = $2 and disabled_at is null
        returning account_id, project_id
      )
      insert into outbound_events as e (account_id, project_id, id, type, subject, body, traceparent, next_at)
      select account_id, project_id, $3, $4, $5, $6, $7, to_timestamp(0) from wanted
      on conflict (account_id, project_id, type, subject) do update set subject = excluded.subject
      returning ${eventColumns}, '[]'::json as tries`,
    values: [account_id, key, id, type, subject, body, traceparent ?? null, cooldownMs],
  })
  return rows[0]
}

export type EventFilter = EndpointKey & { type?: string | undefined; status?: string | undefined }

const order = ['created_at', 'id']

/** Those of an endpoint, newest first, after the position if there is one, each with its attempts. */
export async function listEvents(
  q: Queryable,
  filter: EventFilter,
  after: [string, string] | undefined,
  limit: number,
): Promise<EventRow[]> {
  const values: unknown[] = [filter.account_id, filter.key]
  const parameter = (value: unknown) => `$${values.push(value)}`
  const where = ['account_id = $1', 'project_id = $2']
  if (filter.type !== undefined) where.push(`type = ${parameter(filter.type)}`)
  if (filter.status !== undefined) where.push(`status = ${parameter(filter.status)}`)
  if (after !== undefined) {
    where.push(afterPosition(order, 'desc', values.length + 1))
    values.push(...after)
  }
  const { rows } = await q.query<EventRow>({
    text: `
      select ${eventColumns}, coalesce(tried.tries, '[]') as tries
      from (
        select * from outbound_events where ${where.join(' and ')} ${orderBy(order, 'desc')} limit ${parameter(limit)}
      ) e
      left join lateral (
        select json_agg(json_build_object(
          'at', to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'took_ms', took_ms, 'status', a.status,
          'reason', reason, 'answer', answer) order by attempt) as tries
        from event_attempts a where a.account_id = e.account_id and a.event_id = e.id
      ) tried on true
      ${orderBy(order, 'desc')}`,
    values,
  })
  return rows
}

/** Drops what waits for an endpoint. */
export async function dropEvents(q: Queryable, { account_id, key }: EndpointKey): Promise<void> {
  await q.query({
    name: 'drop-events',
    text: `update outbound_events set status = 'dropped', next_at = null
      where account_id = $1 and project_id = $2 and status = 'pending'`,
    values: [account_id, key],
  })
}

/** Deletes up to `limit` ended events older than that, with their attempts; returns how many. */
export async function deleteOldEvents(q: Queryable, retentionMs: number, limit: number): Promise<number> {
  const { rowCount } = await q.query({
    name: 'delete-old-events',
    text: `
      with old as (
        select account_id, id from outbound_events
        where created_at < now() - $1 * interval '1 millisecond' and status <> 'pending'
        order by created_at limit $2 for update skip locked
      )
      delete from outbound_events o using old where o.account_id = old.account_id and o.id = old.id`,
    values: [retentionMs, limit],
  })
  return rowCount
}
