import type { Statement } from '@pagebell/postgres/database'

/** Rows that may travel in one request. */
export type Group = { account_id: string; project_id: string; host: string; action: 'update' | 'delete'; part: string }

const nil = '00000000-0000-0000-0000-000000000000'
export const beforeAll: Group = { account_id: nil, project_id: nil, host: '', action: 'delete', part: nil }

/**
 * The first group after this one, in the order of the index, that has something due. Going round in that order gives
 * every account and host its turn, however long another's backlog is. Each step is one descent of the index, so that
 * a backlog costs nothing. `via` is the endpoint in place of the operator's.
 */
export function findDueGroup(channel: string, after: Group, via = ''): Statement {
  const columns = 'account_id, project_id, host, action, part'
  return {
    name: 'find-due-group',
    text: `
      with recursive step as (
        (select ${columns}, next_at from deliveries
          where channel = $1 and via = $7 and next_at is not null and (${columns}) > ($2, $3, $4, $5, $6)
          order by ${columns}, next_at limit 1)
        union all
        select following.* from step cross join lateral (
          select ${columns}, next_at from deliveries
          where channel = $1 and via = $7 and next_at is not null
            and (${columns}) > (step.account_id, step.project_id, step.host, step.action, step.part)
          order by ${columns}, next_at limit 1) following
        where step.next_at > clock_timestamp()
      )
      select ${columns} from step where next_at <= clock_timestamp()`,
    values: [channel, after.account_id, after.project_id, after.host, after.action, after.part, via],
  }
}
