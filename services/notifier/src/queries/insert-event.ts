import type { Statement } from '@pagebell/postgres/database'

export type NewEvent = { id: string; type: string; subject: string; body: string }

/** Nothing where the project has no endpoint that wants it, nor if the same was told before. */
export function insertEvent(
  { account_id, project_id }: { account_id: string; project_id: string },
  { id, type, subject, body }: NewEvent,
  traceparent: string | undefined,
): Statement {
  return {
    name: 'insert-event',
    text: `
      with wanted as (
        update event_endpoints set due_at = least(due_at, clock_timestamp())
        where account_id = $1 and project_id = $2 and disabled_at is null and $4 = any (events)
        returning account_id, project_id
      )
      insert into outbound_events (account_id, project_id, id, type, subject, body, traceparent, next_at)
      select account_id, project_id, $3, $4, $5, $6, $7, clock_timestamp() from wanted
      on conflict (account_id, project_id, type, subject) do nothing`,
    values: [account_id, project_id, id, type, subject, body, traceparent ?? null],
  }
}
