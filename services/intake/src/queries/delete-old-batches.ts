import type { Queryable } from '@pagebell/postgres/database'

// What has not reached RabbitMQ is kept however old it is, and so is the newest batch of each token: it says when the
// token was last used.
const text = `delete from batch b using (
  select account_id, batch_id from batch o where created_at < pagebell_moment() - make_interval(days => $1)
    and not exists (select from outbox where outbox.batch_id = o.batch_id)
    and exists (
      select from batch newer
      where newer.project_id = o.project_id and newer.token_id = o.token_id and newer.created_at > o.created_at
    )
  limit $2 for update skip locked
) old where b.account_id = old.account_id and b.batch_id = old.batch_id`

/** Deletes batches that were submitted so many days ago; answers how many. */
export async function deleteOldBatches(q: Queryable, retentionDays: number, atMost: number): Promise<number> {
  const { rowCount } = await q.query({ name: 'delete-old-batches', text, values: [retentionDays, atMost] })
  return rowCount
}
