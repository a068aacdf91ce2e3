import type { Statement } from '@pagebell/postgres/database'

/**
 * The first account after this one that has something due, with the group that has waited longest. One descent of the index
 * for each account that has something waiting, however much that is.
 */
export function findDueAccount(channel: string, via: string, after: string): Statement {
  return {
    name: 'find-due-account',
    text: `
      with recursive step as (
        (select account_id, next_at from deliveries
          where channel = $1 and via = $2 and next_at is not null and account_id > $3
          order by account_id, next_at limit 1)
        union all
        select following.* from step cross join lateral (
          select account_id, next_at from deliveries
          where channel = $1 and via = $2 and next_at is not null and account_id > step.account_id
          order by account_id, next_at limit 1) following
        where step.next_at > clock_timestamp()
      )
      select longest.* from step cross join lateral (
        select account_id, project_id, host, action, part from deliveries
        where channel = $1 and via = $2 and next_at is not null and account_id = step.account_id
        order by next_at limit 1) longest
      where step.next_at <= clock_timestamp()`,
    values: [channel, via, after],
  }
}
