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

/** Deletes notes of charges that were given back so many days ago, as long as batches are kept. Returns how many. */
export async function deleteOldGivenBack(q: Queryable, retentionDays: number, limit: number): Promise<number> {
  const { rowCount } = await q.query({
    name: 'delete-old-given-back',
    text: `
      delete from given_back g using (
        select account_id, batch_id, url_hash from given_back o
        where given_at < pagebell_moment() - make_interval(days => $1)
          and not exists (select from batch b where b.account_id = o.account_id and b.batch_id = o.batch_id)
        limit $2 for update skip locked
      ) old where g.account_id = old.account_id and g.batch_id = old.batch_id and g.url_hash = old.url_hash`,
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

/** Deletes logged calls of webhooks that are seven days old. Returns how many. */
export async function deleteOldRequests(q: Queryable, limit: number): Promise<number> {
  const { rowCount } = await q.query({
    name: 'delete-old-requests',
    text: `
      delete from webhook_request r using (
        select account_id, project_id, received_at, request_id from webhook_request
        where received_at < pagebell_moment() - interval '7 days'
        limit $1 for update skip locked
      ) old where (r.account_id, r.project_id, r.received_at, r.request_id)
        = (old.account_id, old.project_id, old.received_at, old.request_id)`,
    values: [limit],
  })
  return rowCount
}

/** Deletes logged calls of projects that were deleted within the last eight days. Returns how many. */
export async function deleteRequestsOfDeleted(q: Queryable, limit: number): Promise<number> {
  const { rowCount } = await q.query({
    name: 'delete-requests-of-deleted',
    text: `
      delete from webhook_request r using (
        select w.account_id, w.project_id, w.received_at, w.request_id
        from closed_project c join webhook_request w using (account_id, project_id)
        where c.closed_at > clock_timestamp() - interval '8 days'
        limit $1
      ) gone where (r.account_id, r.project_id, r.received_at, r.request_id)
        = (gone.account_id, gone.project_id, gone.received_at, gone.request_id)`,
    values: [limit],
  })
  return rowCount
}

/** Deletes ids of deliveries that are a day old. Returns how many. */
export async function deleteOldDeliveries(q: Queryable, limit: number): Promise<number> {
  const { rowCount } = await q.query({
    name: 'delete-old-deliveries',
    text: `
      delete from source_delivery d using (
        select account_id, source_id, delivery from source_delivery
        where received_at < pagebell_moment() - interval '24 hours'
        limit $1 for update skip locked
      ) old where (d.account_id, d.source_id, d.delivery) = (old.account_id, old.source_id, old.delivery)`,
    values: [limit],
  })
  return rowCount
}

/** Deletes what deleted sources remembered. Returns how many. */
export async function deleteOrphanedItems(q: Queryable, limit: number): Promise<number> {
  const { rowCount } = await q.query({
    name: 'delete-orphaned-items',
    // A source's items have one range of the key: each source is looked up once, however many items it has.
    text: `
      with recursive remembered as (
        (select account_id, source_id from source_item order by account_id, source_id limit 1)
        union all
        select following.account_id, following.source_id from remembered r, lateral (
          select account_id, source_id from source_item i
          where (i.account_id, i.source_id) > (r.account_id, r.source_id)
          order by account_id, source_id limit 1
        ) following
      )
      delete from source_item i using (
        select item.account_id, item.source_id, item.item
        from remembered r
        join source_item item using (account_id, source_id)
        where not exists (
          select from source s where s.account_id = r.account_id and s.source_id = r.source_id)
        limit $1
      ) gone where (i.account_id, i.source_id, i.item) = (gone.account_id, gone.source_id, gone.item)`,
    values: [limit],
  })
  return rowCount
}
