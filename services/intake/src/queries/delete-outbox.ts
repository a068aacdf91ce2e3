import type { Queryable } from '@pagebell/postgres/database'

// Rows are locked in one order, so that two deletions never wait for each other; one that is taken is being deleted.
const text = `delete from outbox where batch_id in (
  select batch_id from outbox where batch_id = any ($1::uuid[]) order by batch_id for update
)`

/** Forgets batches that RabbitMQ has confirmed. */
export async function deleteOutbox(q: Queryable, batchIds: string[]): Promise<void> {
  await q.query({ name: 'delete-outbox', text, values: [batchIds] })
}
