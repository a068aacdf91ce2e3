import type { Queryable } from '@pagebell/postgres/database'
import type { Waiting } from '../publish-batch.ts'

// The lease is longer than a publish can take. Skipping locked rows lets any number of relays share the work.
const text = `with due as (
  select batch_id from outbox where due_at <= now() order by due_at limit $1 for update skip locked
), claimed as (
  update outbox o set due_at = clock_timestamp() + interval '15 seconds' from due where o.batch_id = due.batch_id
  returning o.batch_id, o.account_id, o.traceparent
)
select b.batch_id as "batchId", b.account_id as "accountId", b.project_id as "projectId", b.project, b.channel, b.action,
  b.urls, b.created_at as "submittedAt", c.traceparent
from claimed c join batch b on b.account_id = c.account_id and b.batch_id = c.batch_id
order by b.created_at`

/** Takes a lease on batches whose confirm has not come. */
export async function claimOutbox(q: Queryable, atMost: number): Promise<Waiting[]> {
  const { rows } = await q.query<Waiting>({ name: 'claim-outbox', text, values: [atMost] })
  return rows
}
