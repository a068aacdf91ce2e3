import type { Queryable } from '@pagebell/postgres/database'
import type { OutboxStore } from './outbox-relay.ts'
import type { OutboxBatch } from './publish-batch.ts'

export const outboxStore = (q: Queryable): OutboxStore => ({
  claim: (limit) => claimBatches(q, limit),
  delete: (batchIds) => deleteBatches(q, batchIds),
  measure: (countTo) => measureOutbox(q, countTo),
})

/** Takes a lease on batches whose confirm has not come. */
async function claimBatches(q: Queryable, limit: number): Promise<OutboxBatch[]> {
  const { rows } = await q.query<OutboxBatch>({
    name: 'claim-batches',
    // The lease is longer than a publish can take. Skipping locked rows lets any number of relays share the work.
    text: `
      with due as (
        select batch_id from outbox where due_at <= now() order by due_at limit $1 for update skip locked
      ), claimed as (
        update outbox o set due_at = clock_timestamp() + interval '15 seconds' from due where o.batch_id = due.batch_id
        returning o.batch_id, o.account_id, o.traceparent
      )
      select b.batch_id as "batchId", b.account_id as "accountId", b.project_id as "projectId", b.project, b.channel, b.action,
        b.urls, b.created_at as "submittedAt", c.traceparent, b.preflight, b.schedule
      from claimed c join batch b on b.account_id = c.account_id and b.batch_id = c.batch_id
      order by b.created_at`,
    values: [limit],
  })
  return rows
}

/** Forgets batches that RabbitMQ has confirmed. */
async function deleteBatches(q: Queryable, batchIds: string[]): Promise<void> {
  await q.query({
    name: 'delete-confirmed-batches',
    // Rows are locked in one order, so that two deletions never wait for each other; one that is taken is being
    // deleted.
    text: `
      delete from outbox where batch_id in (
        select batch_id from outbox where batch_id = any ($1::uuid[]) order by batch_id for update
      )`,
    values: [batchIds],
  })
}

/** How much waits for RabbitMQ, counted up to `countTo`. */
async function measureOutbox(q: Queryable, countTo: number): Promise<{ batches: number; oldestSeconds: number }> {
  const { rows } = await q.query<{ batches: number; oldestSeconds: number }>({
    name: 'measure-outbox',
    text: `
      select
        (select count(*)::integer from (select from outbox limit $1) counted) as batches,
        coalesce(extract(epoch from clock_timestamp() - (select min(created_at) from outbox)), 0)::float8 as "oldestSeconds"`,
    values: [countTo],
  })
  return rows[0] ?? { batches: 0, oldestSeconds: 0 }
}
