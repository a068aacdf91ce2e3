import type { Queryable } from '@pagebell/postgres/database'

const text = `delete from outbox where batch_id in (
  select batch_id from outbox where project_id = $1 and account_id = $2 order by batch_id for update
)`

/** Drops the batches of a project that have not reached RabbitMQ. */
export async function dropUndelivered(q: Queryable, projectId: string, accountId: string): Promise<void> {
  await q.query({ name: 'drop-undelivered', text, values: [projectId, accountId] })
}
