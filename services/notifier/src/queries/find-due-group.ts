import type { Statement } from '@pagebell/postgres/database'

/** Rows that may travel in one request. */
export type Group = { account_id: string; project_id: string; host: string; action: 'update' | 'delete'; part: string }
/** Where a search has come to: a group that is due, or the one before which nothing is. */
export type Reached = Omit<Group, 'account_id'> & { is_due: boolean; steps: number }

/** Groups looked at by one question: an account whose hosts are all retrying costs no more than this. */
export const maxSteps = 100

/**
 * The next group of an account that is due after this one, in the order of the index and round to its beginning. Each step
 * is one descent, so that a backlog costs nothing.
 */
export function findDueGroup(channel: string, via: string, after: Group): Statement {
  const columns = 'project_id, host, action, part'
  const ofAccount = 'channel = $1 and via = $2 and account_id = $3 and next_at is not null'
  const following = (walk: string) => `
    select following.*, ${walk}.steps + 1 from ${walk} cross join lateral (
      select ${columns}, next_at from deliveries
      where ${ofAccount} and (${columns}) > (${walk}.project_id, ${walk}.host, ${walk}.action, ${walk}.part)
      order by ${columns}, next_at limit 1) following
    where ${walk}.next_at > clock_timestamp() and ${walk}.steps < ${maxSteps}`
  return {
    name: 'find-due-group',
    text: `
      with recursive onward as (
        (select ${columns}, next_at, 1 as steps from deliveries
          where ${ofAccount} and (${columns}) > ($4, $5, $6, $7)
          order by ${columns}, next_at limit 1)
        union all ${following('onward')}
      ), reached as materialized (
        select next_at, steps from onward order by steps desc limit 1
      ), anew as (
        (select ${columns}, next_at, coalesce((select steps from reached), 0) + 1 as steps from deliveries
          where ${ofAccount}
            and not exists (select from reached where next_at <= clock_timestamp() or steps >= ${maxSteps})
          order by ${columns}, next_at limit 1)
        union all ${following('anew')}
      )
      select ${columns}, next_at <= clock_timestamp() as is_due, steps
      from (select * from onward union all select * from anew) walk order by steps desc limit 1`,
    values: [channel, via, after.account_id, after.project_id, after.host, after.action, after.part],
  }
}
