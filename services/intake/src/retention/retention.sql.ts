import type { Queryable } from '@pagebell/postgres/database'

/** Deletes Idempotency-Keys that have expired. Returns how many. */
export async function deleteOldKeys(q: Queryable, limit: number): Promise<number> {
  const { rowCount } = await q.query({
    name: 'delete-old-keys',
    text: `
      delete from idempotency i using (
        select account_id, project_id, operation, key from idempotency where created_at < pagebell_moment() - interval '24 hours'
        limit $1 for update skip locked
      ) old where (i.account_id, i.project_id, i.operation, i.key) = (old.account_id, old.project_id, old.operation, old.key)`,
    values: [limit],
  })
  return rowCount
}

/** Deletes batches that were submitted so many days ago. Returns how many. */
export async function deleteOldBatches(q: Queryable, retentionDays: number, limit: number): Promise<number> {
  const { rowCount } = await q.query({
    name: 'delete-old-batches',
    // What has not reached RabbitMQ is kept however old it is, and so is the newest batch of each token: it says when
    // the token was last used.
    text: `
      delete from batch b using (
        select account_id, batch_id from batch o where created_at < pagebell_moment() - make_interval(days => $1)
          and not exists (select from outbox where outbox.batch_id = o.batch_id)
          and exists (
            select from batch newer
            where newer.project_id = o.project_id and newer.token_id = o.token_id and newer.created_at > o.created_at
          )
        limit $2 for update skip locked
      ) old where b.account_id = old.account_id and b.batch_id = old.batch_id`,
    values: [retentionDays, limit],
  })
  return rowCount
}

/** Deletes the counts of duplicates that are so many days old. Returns how many. */
export async function deleteOldDuplicates(q: Queryable, retentionDays: number, limit: number): Promise<number> {
  const { rowCount } = await q.query({
    name: 'delete-old-duplicates',
    // The newest of each token is kept: it may say when the token was last used.
    text: `
      delete from duplicate_batch d using (
        select account_id, batch_id from duplicate_batch o where created_at < pagebell_moment() - make_interval(days => $1)
          and exists (
            select from duplicate_batch newer
            where newer.project_id = o.project_id and newer.token_id = o.token_id and newer.created_at > o.created_at
          )
        limit $2 for update skip locked
      ) old where d.account_id = old.account_id and d.batch_id = old.batch_id`,
    values: [retentionDays, limit],
  })
  return rowCount
}

/** Deletes published warnings of periods that are over. Returns how many. */
export async function deleteOldWarnings(q: Queryable, limit: number): Promise<number> {
  const { rowCount } = await q.query({
    name: 'delete-old-warnings',
    text: `
      delete from quota_warning w using (
        select account_id, period, threshold from quota_warning
        where reached_at < pagebell_moment() - interval '62 days' and told_at is not null
        limit $1 for update skip locked
      ) old where (w.account_id, w.period, w.threshold) = (old.account_id, old.period, old.threshold)`,
    values: [limit],
  })
  return rowCount
}
