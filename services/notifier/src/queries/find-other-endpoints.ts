import type { Statement } from '@pagebell/postgres/database'

export type OtherEndpoint = { account_id: string; via: string }

/** Endpoints of one account that are looked at for one question. */
const maxSteps = 1_000

/**
 * The endpoints that customers have set for which something is due, so many of each account, from the one on that was its
 * last before. A step of the index for each account and each endpoint.
 */
export function findOtherEndpoints(channel: string, last: ReadonlyMap<string, string>, perAccount: number): Statement {
  const waiting = `channel = $1 and via <> '' and next_at is not null`
  return {
    name: 'find-other-endpoints',
    text: `
      with recursive account as (
        (select account_id from deliveries where ${waiting} order by account_id limit 1)
        union all
        select following.account_id from account cross join lateral (
          select account_id from deliveries where ${waiting} and account_id > account.account_id
          order by account_id limit 1) following
      )
      select account.account_id, due.via
      from account
      left join unnest($2::uuid[], $3::text[]) as last (account_id, via) on last.account_id = account.account_id
      cross join lateral (
        with recursive step as (
          (select via, next_at, 1 as steps from deliveries
            where ${waiting} and account_id = account.account_id and via > coalesce(last.via, '')
            order by via, next_at limit 1)
          union all
          select following.*, step.steps + 1 from step cross join lateral (
            select via, next_at from deliveries
            where ${waiting} and account_id = account.account_id and via > step.via
            order by via, next_at limit 1) following
          where step.steps < ${maxSteps}
        )
        select via from step where next_at <= clock_timestamp() limit $4
      ) due`,
    values: [channel, [...last.keys()], [...last.values()], perAccount],
  }
}
