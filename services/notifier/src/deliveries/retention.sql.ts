import type { Queryable } from '@pagebell/postgres/database'

/** Accounts whose oldest delivery is older than that. Costs one index step for each account. */
export async function findAccountsWithOldDeliveries(q: Queryable, days: number): Promise<string[]> {
  const { rows } = await q.query<{ account_id: string }>({
    name: 'find-accounts-with-old',
    text: `
      with recursive step as (
        (select account_id, submitted_at from deliveries order by account_id, submitted_at, id limit 1)
        union all
        select following.* from step cross join lateral (
          select account_id, submitted_at from deliveries where account_id > step.account_id
          order by account_id, submitted_at, id limit 1) following
      )
      select account_id from step where submitted_at < clock_timestamp() - make_interval(days => $1)`,
    values: [days],
  })
  return rows.map(({ account_id }) => account_id)
}

/**
 * Deletes up to `limit` deliveries that have ended and are older than that; returns how many. Open ones are kept
 * however old they are. now() is constant within a statement, so that it can bound the index scan.
 */
export async function deleteOldDeliveries(
  q: Queryable,
  accountId: string,
  days: number,
  limit: number,
): Promise<number> {
  const { rowCount } = await q.query({
    name: 'delete-old-deliveries',
    text: `
      delete from deliveries d using (
        select account_id, id from deliveries
        where account_id = $1 and submitted_at < now() - make_interval(days => $2)
          and status in ('delivered', 'rejected', 'dropped', 'set_aside', 'skipped')
        order by submitted_at, id limit $3 for update skip locked
      ) old where d.account_id = old.account_id and d.id = old.id`,
    values: [accountId, days, limit],
  })
  return rowCount
}

/** Accounts that have engine requests older than this id: a UUIDv7, whose order is that of time. */
export async function findAccountsWithOldCalls(q: Queryable, before: string): Promise<string[]> {
  const { rows } = await q.query<{ account_id: string }>({
    name: 'find-accounts-with-old-calls',
    text: `
      with recursive step as (
        (select account_id, id from engine_calls order by account_id, id limit 1)
        union all
        select following.* from step cross join lateral (
          select account_id, id from engine_calls where account_id > step.account_id
          order by account_id, id limit 1) following
      )
      select account_id from step where id < $1`,
    values: [before],
  })
  return rows.map(({ account_id }) => account_id)
}

/** Deletes up to `limit` engine requests older than this id; returns how many. */
export async function deleteOldCalls(q: Queryable, accountId: string, before: string, limit: number): Promise<number> {
  const { rowCount } = await q.query({
    name: 'delete-old-calls',
    text: `
      delete from engine_calls c using (
        select account_id, id from engine_calls where account_id = $1 and id < $2
        order by id limit $3 for update skip locked
      ) old where c.account_id = old.account_id and c.id = old.id`,
    values: [accountId, before, limit],
  })
  return rowCount
}
