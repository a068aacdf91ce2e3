import type { Queryable } from '@pagebell/postgres/database'

/** Leaves the tombstone of a deleted project. */
export async function closeProject(q: Queryable, projectId: string, accountId: string): Promise<void> {
  await q.query({
    name: 'close-project',
    text: 'insert into closed_project (project_id, account_id) values ($1, $2) on conflict do nothing',
    values: [projectId, accountId],
  })
}

/** Drops the batches of a project that have not reached RabbitMQ. */
export async function dropUndelivered(q: Queryable, projectId: string, accountId: string): Promise<void> {
  await q.query({
    name: 'drop-undelivered',
    text: `
      delete from outbox where batch_id in (
        select batch_id from outbox where project_id = $1 and account_id = $2 order by batch_id for update
      )`,
    values: [projectId, accountId],
  })
}
