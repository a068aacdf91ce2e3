import type { Queryable } from '@pagebell/postgres/database'

type OldRows = {
  table: string
  /** The columns of its primary key. */
  key: readonly string[]
  /** Which rows `o` of it are old; `$2` are the days of retention. */
  areOld: string
  retentionDays?: number
}

/** Deletes up to `limit` rows of a table that are old and that are not locked. Returns how many. */
async function deleteOld(q: Queryable, limit: number, { table, key, areOld, retentionDays }: OldRows): Promise<number> {
  const keyOf = (row: string): string => `(${key.map((column) => `${row}.${column}`).join(', ')})`
  const { rowCount } = await q.query({
    name: `delete-old-${table}`,
    text: `
      delete from ${table} t using (
        select ${key.join(', ')} from ${table} o where ${areOld}
        limit $1 for update skip locked
      ) old where ${keyOf('t')} = ${keyOf('old')}`,
    values: retentionDays === undefined ? [limit] : [limit, retentionDays],
  })
  return rowCount
}

/** Deletes Idempotency-Keys that have expired. Returns how many. */
export const deleteOldKeys = (q: Queryable, limit: number): Promise<number> =>
  deleteOld(q, limit, {
    table: 'idempotency',
    key: ['account_id', 'project_id', 'operation', 'key'],
    areOld: `created_at < pagebell_moment() - interval '24 hours'`,
  })

/**
 * A batch, or the count of its duplicates, that is not the newest with a token of a webhook: that one says when the token was
 * last used. The tokens of sources, of waiting lists, and those that were replaced or deleted keep nothing.
 */
const saysNothingOfHook = (table: 'batch' | 'duplicate_batch'): string => `(
  not exists (
    select from hook h
    where h.account_id = o.account_id and h.project_id = o.project_id
      and o.token_id in (h.token_id, h.previous_token_id)
  ) or exists (
    select from ${table} newer
    where newer.project_id = o.project_id and newer.token_id = o.token_id and newer.created_at > o.created_at
  )
)`

/**
 * Deletes batches that were submitted so many days ago. What has not reached RabbitMQ is kept however old it is, and so
 * is the newest batch of each token of a webhook. Returns how many.
 */
export const deleteOldBatches = (q: Queryable, retentionDays: number, limit: number): Promise<number> =>
  deleteOld(q, limit, {
    table: 'batch',
    key: ['account_id', 'batch_id'],
    areOld: `created_at < pagebell_moment() - make_interval(days => $2)
      and not exists (select from outbox where outbox.batch_id = o.batch_id) and ${saysNothingOfHook('batch')}`,
    retentionDays,
  })

/**
 * Deletes the counts of duplicates that are so many days old, but for the newest of each token of a webhook. Returns how
 * many.
 */
export const deleteOldDuplicates = (q: Queryable, retentionDays: number, limit: number): Promise<number> =>
  deleteOld(q, limit, {
    table: 'duplicate_batch',
    key: ['account_id', 'batch_id'],
    areOld: `created_at < pagebell_moment() - make_interval(days => $2) and ${saysNothingOfHook('duplicate_batch')}`,
    retentionDays,
  })

/** Deletes notes of charges that were given back so many days ago, as long as batches are kept. Returns how many. */
export const deleteOldGivenBack = (q: Queryable, retentionDays: number, limit: number): Promise<number> =>
  deleteOld(q, limit, {
    table: 'given_back',
    key: ['account_id', 'batch_id', 'url_hash'],
    areOld: `given_at < pagebell_moment() - make_interval(days => $2)
      and not exists (select from batch b where b.account_id = o.account_id and b.batch_id = o.batch_id)`,
    retentionDays,
  })

/** Deletes published warnings of periods that are over. Returns how many. */
export const deleteOldWarnings = (q: Queryable, limit: number): Promise<number> =>
  deleteOld(q, limit, {
    table: 'quota_warning',
    key: ['account_id', 'period', 'threshold'],
    areOld: `reached_at < pagebell_moment() - interval '62 days' and told_at is not null`,
  })

/** Deletes logged calls of webhooks that are seven days old. Returns how many. */
export const deleteOldRequests = (q: Queryable, limit: number): Promise<number> =>
  deleteOld(q, limit, {
    table: 'webhook_request',
    key: ['account_id', 'project_id', 'received_at', 'request_id'],
    areOld: `received_at < pagebell_moment() - interval '7 days'`,
  })

/** Deletes ids of deliveries that are a day old. Returns how many. */
export const deleteOldDeliveries = (q: Queryable, limit: number): Promise<number> =>
  deleteOld(q, limit, {
    table: 'source_delivery',
    key: ['account_id', 'source_id', 'delivery'],
    areOld: `received_at < pagebell_moment() - interval '24 hours'`,
  })

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
