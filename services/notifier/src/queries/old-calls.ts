import type { Statement } from '@pagebell/postgres/database'

/** Accounts that have requests from before this id. Ids are of version 7, so that their order is that of time. */
export function findAccountsWithOldCalls(before: string): Statement {
  return {
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
  }
}

/** Deletes requests from before this id, so many at a time. */
export function deleteOldCalls(accountId: string, before: string, limit: number): Statement {
  return {
    name: 'delete-old-calls',
    text: `
      delete from engine_calls c using (
        select account_id, id from engine_calls where account_id = $1 and id < $2
        order by id limit $3 for update skip locked
      ) old where c.account_id = old.account_id and c.id = old.id`,
    values: [accountId, before, limit],
  }
}
