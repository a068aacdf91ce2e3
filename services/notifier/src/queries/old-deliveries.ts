import type { Statement } from '@pagebell/postgres/database'

/** Accounts whose oldest delivery is that old: a step of the log's own index for each account, whatever it has. */
export function findAccountsWithOld(days: number): Statement {
  return {
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
  }
}

/**
 * Deletes what ended and is that old, so many at a time. What is still open is kept however old it is. By now(), which holds
 * still for a statement, so that the index is searched by it.
 */
export function deleteOldDeliveries(accountId: string, days: number, limit: number): Statement {
  return {
    name: 'delete-old-deliveries',
    text: `
      delete from deliveries d using (
        select account_id, id from deliveries
        where account_id = $1 and submitted_at < now() - make_interval(days => $2)
          and status in ('delivered', 'rejected', 'dropped', 'set_aside')
        order by submitted_at, id limit $3 for update skip locked
      ) old where d.account_id = old.account_id and d.id = old.id`,
    values: [accountId, days, limit],
  }
}
