import type { Queryable } from '@pagebell/postgres/database'

/** Deliveries that may be sent in one request. */
export type Group = { account_id: string; project_id: string; host: string; action: 'update' | 'delete'; part: string }

/**
 * SQL: when a delivery that no claim covers comes due in the group of the row `one`, at the earliest. A group that is not
 * due is not looked into.
 */
const freeAt = (group: string): string => `case when one.next_at > clock_timestamp() then one.next_at else coalesce(
  (select first_at from unclaimed_deliveries($1, $2, ${group}, clock_timestamp(), clock_timestamp(), 1)), 'infinity') end`

/** Where a search ended: at a group that is due, or at the last one that it looked at. */
type SearchEnd = Omit<Group, 'account_id'> & { is_due: boolean; steps: number }

/**
 * The first account after `after` that has something due, with its group that has waited longest; `is_free` unless claims
 * cover all that is due of this group. Costs one index descent for each account with waiting deliveries, however many
 * they are.
 */
export async function findDueAccount(
  q: Queryable,
  channel: string,
  via: string,
  after: string,
): Promise<(Group & { is_free: boolean }) | undefined> {
  const { rows } = await q.query<Group & { is_free: boolean }>({
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
      select account_id, project_id, host, action, part, ${freeAt('account_id, project_id, host, action, part')}
        <= clock_timestamp() as is_free
      from (
        select longest.* from step cross join lateral (
          select account_id, project_id, host, action, part, next_at from deliveries
          where channel = $1 and via = $2 and next_at is not null and account_id = step.account_id
          order by next_at limit 1) longest
        where step.next_at <= clock_timestamp()
      ) one`,
    values: [channel, via, after],
  })
  return rows[0]
}

/** Groups that one search looks at: the cost of an account whose hosts are all retrying. */
export const maxGroupSteps = 100

/**
 * The next due group of the account after `after`, in index order, continuing from the beginning. Each step is one
 * index descent, so the cost does not depend on the backlog.
 */
export async function findDueGroup(
  q: Queryable,
  channel: string,
  via: string,
  after: Group,
): Promise<SearchEnd | undefined> {
  const columns = 'project_id, host, action, part'
  const ofAccount = 'channel = $1 and via = $2 and account_id = $3 and next_at is not null'
  const first = (after: string) => `
    select ${columns}, ${freeAt(`$3, ${columns}`)} as next_at from (
      select ${columns}, next_at from deliveries where ${ofAccount} ${after} order by ${columns}, next_at limit 1) one`
  const following = (walk: string) => `
    select following.*, ${walk}.steps + 1 from ${walk} cross join lateral (
      ${first(`and (${columns}) > (${walk}.project_id, ${walk}.host, ${walk}.action, ${walk}.part)`)}) following
    where ${walk}.next_at > clock_timestamp() and ${walk}.steps < ${maxGroupSteps}`
  const { rows } = await q.query<SearchEnd>({
    name: 'find-due-group',
    text: `
      with recursive onward as (
        (select one.*, 1 as steps from (${first(`and (${columns}) > ($4, $5, $6, $7)`)}) one)
        union all ${following('onward')}
      ), reached as materialized (
        select next_at, steps from onward order by steps desc limit 1
      ), restarted as (
        (select one.*, coalesce((select steps from reached), 0) + 1 as steps from (${first('')}) one
          where not exists (select from reached where next_at <= clock_timestamp() or steps >= ${maxGroupSteps}))
        union all ${following('restarted')}
      )
      select ${columns}, next_at <= clock_timestamp() as is_due, steps
      from (select * from onward union all select * from restarted) walk order by steps desc limit 1`,
    values: [channel, via, after.account_id, after.project_id, after.host, after.action, after.part],
  })
  return rows[0]
}

/** An account and the endpoint that its project has set in place of the operator's. */
export type EndpointOverride = { account_id: string; via: string }

/** Endpoints of one account that one search looks at. */
const maxEndpointSteps = 1_000

/**
 * Endpoint overrides with something due, at most `perAccount` of each account, starting after the account's entry in
 * `last`. Costs one index step for each account and each endpoint.
 */
export async function findEndpointOverrides(
  q: Queryable,
  channel: string,
  last: ReadonlyMap<string, string>,
  perAccount: number,
): Promise<EndpointOverride[]> {
  const waiting = `channel = $1 and via <> '' and next_at is not null`
  const { rows } = await q.query<EndpointOverride>({
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
          where step.steps < ${maxEndpointSteps}
        )
        select via from step where next_at <= clock_timestamp() limit $4
      ) due`,
    values: [channel, [...last.keys()], [...last.values()], perAccount],
  })
  return rows
}
