import type { Queryable } from '@pagebell/postgres/database'

/** Accounts that one search looks at before it gives up, and hosts of each. */
const maxSteps = 100

/** Accounts after `after` with a due check, in their order, without those in `busy`. */
export async function findDueAccounts(q: Queryable, after: string, busy: string[], limit: number): Promise<string[]> {
  const { rows } = await q.query<{ account_id: string }>({
    name: 'find-due-accounts',
    text: `
      with recursive step as (
        (select account_id, due_at from page_check where account_id > $1 order by account_id, due_at limit 1)
        union all
        select following.* from step cross join lateral (
          select account_id, due_at from page_check where account_id > step.account_id
          order by account_id, due_at limit 1) following
      )
      select account_id from step where due_at <= clock_timestamp() and account_id <> all ($2::uuid[]) limit $3`,
    values: [after, busy, limit],
  })
  return rows.map(({ account_id }) => account_id)
}

/** `after`: the host after which the next search goes on; undefined if every host was looked at in vain. */
type HostSearch = { host: string | undefined; after: string | undefined }

/**
 * Leases a host of the account that has a due check and that no copy is working on, after the host `after` and from the
 * beginning again. A search that finds none after `after` within its limit is to go on where it ended, also if it finds
 * one at the beginning, because hosts whose checks wait may be any number. Two copies that want the same host take it
 * one after the other.
 */
export async function leaseHost(
  q: Queryable,
  { accountId, after, lease, leaseMs }: { accountId: string; after: string; lease: string; leaseMs: number },
): Promise<HostSearch> {
  const next = (condition: string) => `
    select host, due_at from page_check where account_id = $1 and ${condition} order by host, due_at limit 1`
  const endOf = (walk: 'onward' | 'restarted') => `(select host from ${walk} where steps = ${maxSteps})`
  const { rows } = await q.query<{ host: string | null; after: string | null }>({
    name: 'lease-host',
    text: `
      with recursive onward as (
        (select host, due_at, 1 as steps from (${next('host > $2')}) first)
        union all
        select following.*, onward.steps + 1 from onward cross join lateral (${next('host > onward.host')}) following
        where onward.steps < ${maxSteps}
      ), restarted as (
        (select host, due_at, 1 as steps from (${next('host <= $2')}) first)
        union all
        select following.*, restarted.steps + 1 from restarted
        cross join lateral (${next('host > restarted.host and host <= $2')}) following
        where restarted.steps < ${maxSteps}
      ), free as (
        select walk.host, walk.pass, walk.steps
        from (select *, 1 as pass from onward union all select *, 2 as pass from restarted) walk
        left join host_lease l on l.host = walk.host
        where walk.due_at <= clock_timestamp() and (l.host is null or l.free_at <= clock_timestamp())
        order by walk.pass, walk.steps limit 1
      ), leased as (
        insert into host_lease as l (host, lease, free_at)
        select host, $3, clock_timestamp() + $4 * interval '1 millisecond' from free
        on conflict (host) do update set lease = excluded.lease, free_at = excluded.free_at
        where l.free_at <= clock_timestamp()
        returning l.host
      )
      select (select host from leased) as host,
        coalesce(
          (select host from free where pass = 1), ${endOf('onward')}, (select host from free), ${endOf('restarted')}
        ) as after`,
    values: [accountId, after, lease, leaseMs],
  })
  const [found] = rows
  return { host: found?.host ?? undefined, after: found?.after ?? undefined }
}

/** Leases a host for pages of any account; false if a copy is working on it. */
export async function leaseNamedHost(q: Queryable, host: string, lease: string, leaseMs: number): Promise<boolean> {
  const { rowCount } = await q.query({
    name: 'lease-named-host',
    text: `
      insert into host_lease as l (host, lease, free_at)
      values ($1, $2, clock_timestamp() + $3 * interval '1 millisecond')
      on conflict (host) do update set lease = excluded.lease, free_at = excluded.free_at
      where l.free_at <= clock_timestamp()`,
    values: [host, lease, leaseMs],
  })
  return rowCount === 1
}

/** Extends a lease; false if it has passed to another copy. */
export async function renewHostLease(q: Queryable, host: string, lease: string, leaseMs: number): Promise<boolean> {
  const { rowCount } = await q.query({
    name: 'renew-host-lease',
    text: `update host_lease set free_at = clock_timestamp() + $3 * interval '1 millisecond'
      where host = $1 and lease = $2`,
    values: [host, lease, leaseMs],
  })
  return rowCount === 1
}

/** The host is free for others after `afterMs`. */
export async function releaseHost(q: Queryable, host: string, lease: string, afterMs: number): Promise<void> {
  await q.query({
    name: 'release-host',
    text: `update host_lease set free_at = clock_timestamp() + $3 * interval '1 millisecond'
      where host = $1 and lease = $2`,
    values: [host, lease, afterMs],
  })
}

/** Deletes hosts that have been free for an hour. */
export async function deleteFreeHosts(q: Queryable): Promise<void> {
  await q.query({
    name: 'delete-free-hosts',
    text: `delete from host_lease where free_at < clock_timestamp() - interval '1 hour'`,
    values: [],
  })
}
