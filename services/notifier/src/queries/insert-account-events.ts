import type { Statement } from '@pagebell/postgres/database'
import type { NewEvent } from './insert-event.ts'

/**
 * The same for every endpoint of an account that wants it; once each. Locked in one order, so that two that tell at once do
 * not wait for each other.
 */
export function insertAccountEvents(
  accountId: string,
  { type, subject, body }: NewEvent,
  traceparent: string | undefined,
): Statement {
  return {
    name: 'insert-account-events',
    text: `
      with wanted as materialized (
        select account_id, project_id from event_endpoints
        where account_id = $1 and disabled_at is null and $2 = any (events)
        order by project_id for update
      ), due as (
        update event_endpoints e set due_at = least(e.due_at, clock_timestamp())
        from wanted where e.account_id = wanted.account_id and e.project_id = wanted.project_id
      )
      insert into outbound_events (account_id, project_id, id, type, subject, body, traceparent, next_at)
      select account_id, project_id, gen_random_uuid(), $2, $3, $4, $5, clock_timestamp() from wanted
      on conflict (account_id, project_id, type, subject) do nothing`,
    values: [accountId, type, subject, body, traceparent ?? null],
  }
}
