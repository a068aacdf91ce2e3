import type { Statement } from '@pagebell/postgres/database'
import { eventColumns } from './event-columns.ts'
import type { NewEvent } from './insert-event.ts'

/**
 * Due before all others, whichever events the endpoint wants. One that rests after failures is tried after the shortest rest
 * and not at once, so that tests cannot keep an endpoint that hangs busy. The same subject is the same event. No row for an
 * endpoint that is disabled or not there.
 */
export function insertTest(
  accountId: string,
  projectId: string,
  { id, type, subject, body }: NewEvent,
  traceparent: string | undefined,
  restMs: number,
): Statement {
  return {
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
    values: [accountId, projectId, id, type, subject, body, traceparent ?? null, restMs],
  }
}
