import type { Queryable } from '@pagebell/postgres/database'
import { endSubscriptions } from '../subscriptions/subscriptions.sql.ts'
import type { StoredFile } from './read-files.ts'
import type { WatchSettings } from './watch.ts'

export type WatchKey = { accountId: string; projectId: string; id: string }

export type WatchRow = WatchSettings & {
  id: string
  created_at: string
  /** Null while it is scanned. */
  next_scan_at: string | null
  files: StoredFile[]
  pages: number
  waiting: number
  held: number
}

export const settingsColumns = 'url, kind, every_minutes, trust, deletes, first, include, exclude'

/** The watches of a project, by their ids; of `id` alone if that is given. */
export async function findWatches(q: Queryable, { accountId, projectId, id }: Partial<WatchKey>): Promise<WatchRow[]> {
  const { rows } = await q.query<WatchRow>({
    name: 'find-watches',
    text: `
      select id, ${settingsColumns}, created_at, case when lease is null then next_scan_at end as next_scan_at, files,
        of_urls.*
      from watch w cross join lateral (
        select count(*)::integer as pages,
          count(*) filter (where wanted in ('update', 'delete'))::integer as waiting,
          count(*) filter (where wanted = 'held')::integer as held
        from watch_url u
        where u.account_id = w.account_id and u.project_id = w.project_id and u.watch_id = w.id
      ) of_urls
      where account_id = $1 and project_id = $2 and ($3::text is null or id = $3)
      order by id`,
    values: [accountId, projectId, id ?? null],
  })
  return rows
}

export type DeletedWatch = { project: string; is_troubled: boolean }

/** Forgets a watch with its pages and scans, and has its subscription end; undefined if there is none. */
export async function deleteWatch(q: Queryable, key: WatchKey): Promise<DeletedWatch | undefined> {
  const { rows } = await q.query<DeletedWatch>({
    name: 'delete-watch',
    text: `
      delete from watch where account_id = $1 and project_id = $2 and id = $3
      returning project, is_troubled or troubles <> '{}' as is_troubled`,
    values: [key.accountId, key.projectId, key.id],
  })
  for (const table of ['watch_url', 'watch_scan'] as const) await forgetRows(q, key, table)
  await endSubscriptions(q, { ...key, watchId: key.id })
  return rows[0]
}

/** Forgets the pages or the scans of a watch. */
export async function forgetRows(
  q: Queryable,
  { accountId, projectId, id }: WatchKey,
  table: 'watch_url' | 'watch_scan',
): Promise<void> {
  await q.query({
    name: `delete-watch-${table}`,
    text: `delete from ${table} where account_id = $1 and project_id = $2 and watch_id = $3`,
    values: [accountId, projectId, id],
  })
}

/** A watch that is being scanned keeps its lease, and is scanned again afterwards. */
const dueNow = `
  next_scan_at = case when lease is null then clock_timestamp() else next_scan_at end, scan_again = lease is not null`

/** Makes scans of all watches of a project due; returns how many it has. */
export async function scanAllNow(q: Queryable, { accountId, projectId }: Omit<WatchKey, 'id'>): Promise<number> {
  const { rowCount } = await q.query({
    name: 'scan-all-now',
    text: `update watch set ${dueNow} where account_id = $1 and project_id = $2`,
    values: [accountId, projectId],
  })
  return rowCount
}

/** Makes a scan due; false if there is no such watch. */
export async function scanNow(
  q: Queryable,
  { accountId, projectId, id }: WatchKey,
  believes: boolean,
): Promise<boolean> {
  const { rowCount } = await q.query({
    name: 'scan-now',
    text: `
      update watch set ${dueNow}, believes = believes or $4
      where account_id = $1 and project_id = $2 and id = $3`,
    values: [accountId, projectId, id, believes],
  })
  return rowCount === 1
}

export type ClaimedWatch = WatchSettings & {
  account_id: string
  project_id: string
  id: string
  project: string
  lease: string
  /** No scan has succeeded yet. */
  remembers: boolean
  believes: boolean
  files: StoredFile[]
  /** Codes of the problems of the last scan, and of those that its owner has been told. */
  problems: string[]
  troubles: string[]
  /** A problem was published, and its end was not. */
  is_troubled: boolean
}

type ClaimLimits = { limit: number; leaseMs: number; busy: string[] }

/**
 * Takes leases on watches that are due, one of each account before a second one of any, and none of the accounts in
 * `busy`. Skipping locked rows lets any number of copies share the work.
 */
export async function claimWatches(q: Queryable, { limit, leaseMs, busy }: ClaimLimits): Promise<ClaimedWatch[]> {
  const { rows } = await q.query<ClaimedWatch>({
    name: 'claim-watches',
    text: `
      with due as (
        select account_id, project_id, id, next_scan_at from watch
        where next_scan_at <= clock_timestamp() and account_id <> all ($3::uuid[])
        order by next_scan_at limit 1000
      ), turn as (
        select *, row_number() over (partition by account_id order by next_scan_at) as place from due
      ), claimed as (
        select w.account_id, w.project_id, w.id from turn join watch w using (account_id, project_id, id)
        where w.next_scan_at <= clock_timestamp()
        order by turn.place, turn.next_scan_at limit $1 for update of w skip locked
      )
      update watch w set next_scan_at = clock_timestamp() + $2 * interval '1 millisecond', lease = gen_random_uuid(),
        pushed_at = case when w.push_due_at is null then w.pushed_at else clock_timestamp() end, push_due_at = null
      from claimed c where w.account_id = c.account_id and w.project_id = c.project_id and w.id = c.id
      returning w.account_id, w.project_id, w.id, w.project, w.lease, w.remembers, w.believes, w.files,
        w.problems, w.troubles, w.is_troubled,
        w.url, w.kind, w.every_minutes, w.trust, w.deletes, w.first, w.include, w.exclude`,
    values: [limit, leaseMs, busy],
  })
  return rows
}

/**
 * Locks a watch until its scan is stored; false if the watch is deleted, or another copy scans it. A transaction that
 * changes many pages of a watch locks the watch first, so that no two of them wait for each other. What changes the row
 * of the watch alone, such as a request for a scan, does not wait.
 */
export async function lockScannedWatch(
  q: Queryable,
  { account_id, project_id, id, lease }: ClaimedWatch,
): Promise<boolean> {
  const { rowCount } = await q.query({
    name: 'lock-scanned-watch',
    text: `
      select from watch where account_id = $1 and project_id = $2 and id = $3 and lease = $4
      for key share`,
    values: [account_id, project_id, id, lease],
  })
  return rowCount === 1
}

/** Locks a watch before its pages are changed, once a scan that is being stored has ended. */
export async function lockWatch(q: Queryable, { accountId, projectId, id }: WatchKey): Promise<void> {
  await q.query({
    name: 'lock-watch',
    text: 'select from watch where account_id = $1 and project_id = $2 and id = $3 for update',
    values: [accountId, projectId, id],
  })
}

/** Extends a lease; false if the watch is deleted, or another copy scans it. */
export async function renewLease(
  q: Queryable,
  { account_id, project_id, id, lease }: ClaimedWatch,
  leaseMs: number,
): Promise<boolean> {
  const { rowCount } = await q.query({
    name: 'renew-watch-lease',
    text: `
      update watch set next_scan_at = clock_timestamp() + $5 * interval '1 millisecond'
      where account_id = $1 and project_id = $2 and id = $3 and lease = $4`,
    values: [account_id, project_id, id, lease, leaseMs],
  })
  return rowCount === 1
}

type EndedScan = Pick<ClaimedWatch, 'files' | 'problems' | 'troubles' | 'remembers'>

/**
 * Ends a lease and plans the next scan, up to a twentieth of its interval early, so that watches do not stay in step.
 * False if the lease has passed to another copy.
 */
export async function endLease(
  q: Queryable,
  { account_id, project_id, id, lease }: ClaimedWatch,
  { files, problems, troubles, remembers }: EndedScan,
): Promise<boolean> {
  const { rowCount } = await q.query({
    name: 'end-watch-lease',
    text: `
      update watch set lease = null, believes = believes and scan_again, scan_again = false, files = $5,
        problems = $6::text[], troubles = $7::text[], is_troubled = cardinality($7::text[]) > 0, remembers = $8,
        next_scan_at = case when scan_again then clock_timestamp()
          else least(push_due_at,
            clock_timestamp() + every_minutes * (0.95 + random() * 0.05) * interval '1 minute') end,
        look_at = (
          select min(look_at) from watch_url u
          where u.account_id = $1 and u.project_id = $2 and u.watch_id = $3 and u.look_at is not null)
      where account_id = $1 and project_id = $2 and id = $3 and lease = $4`,
    values: [account_id, project_id, id, lease, JSON.stringify(files), problems, troubles, remembers],
  })
  return rowCount === 1
}

/** At once, or this long after the last scan that a hub asked for; what has been planned already stays. */
const soon = `coalesce(push_due_at, greatest(clock_timestamp(), pushed_at + $4 * interval '1 millisecond'))`

/**
 * Plans a scan for what a hub has delivered, at least `cooldownMs` after the last such scan began. What comes before it
 * begins makes no other; what comes while the watch is scanned makes the next one. False if there is no such watch.
 */
export async function scanSoon(
  q: Queryable,
  { accountId, projectId, id }: WatchKey,
  cooldownMs: number,
): Promise<boolean> {
  const { rowCount } = await q.query({
    name: 'scan-soon',
    text: `
      update watch set push_due_at = ${soon},
        next_scan_at = case when lease is null then least(next_scan_at, ${soon}) else next_scan_at end
      where account_id = $1 and project_id = $2 and id = $3`,
    values: [accountId, projectId, id, cooldownMs],
  })
  return rowCount === 1
}

/** For how many seconds the longest due scan has been due. */
export async function measureScans(q: Queryable): Promise<number> {
  const { rows } = await q.query<{ overdue: number }>({
    name: 'measure-scans',
    text: `
      select greatest(0, coalesce(extract(epoch from clock_timestamp() - min(next_scan_at)), 0))::float8 as overdue
      from watch`,
    values: [],
  })
  return rows[0]?.overdue ?? 0
}
