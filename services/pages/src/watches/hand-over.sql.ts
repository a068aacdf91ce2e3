import type { Queryable } from '@pagebell/postgres/database'
import { lockWatch, type WatchKey } from './watches.sql.ts'

export type WantedUrl = {
  account_id: string
  project_id: string
  watch_id: string
  project: string
  url_hash: Buffer
  url: string
  action: 'update' | 'delete'
  /** Of this claim: a page that changes meanwhile has another one. */
  hand_over_at: string
}

/**
 * Claims what is to be handed to intake for so long: the longest due 2,000, of each account in turn at most `limit` of
 * a project.
 */
export async function claimWanted(
  q: Queryable,
  { limit, claimMs }: { limit: number; claimMs: number },
): Promise<WantedUrl[]> {
  const { rows } = await q.query<WantedUrl>({
    name: 'claim-wanted-urls',
    text: `
      with due as (
        select account_id, project_id, watch_id, url_hash, hand_over_at from watch_url
        where hand_over_at <= clock_timestamp() order by hand_over_at limit 2000
      ), turn as (
        select *, row_number() over (partition by account_id, project_id order by hand_over_at) as place from due
      ), claimed as (
        select u.account_id, u.project_id, u.watch_id, u.url_hash
        from turn join watch_url u using (account_id, project_id, watch_id, url_hash)
        where turn.place <= $1 and u.hand_over_at <= clock_timestamp()
        for update of u skip locked
      )
      update watch_url u
      set hand_over_at = date_trunc('milliseconds', clock_timestamp()) + $2 * interval '1 millisecond'
      from claimed c join watch w on w.account_id = c.account_id and w.project_id = c.project_id and w.id = c.watch_id
      where u.account_id = c.account_id and u.project_id = c.project_id and u.watch_id = c.watch_id
        and u.url_hash = c.url_hash
      returning u.account_id, u.project_id, u.watch_id, w.project, u.url_hash, u.url, u.wanted as action,
        u.hand_over_at`,
    values: [limit, claimMs],
  })
  return rows
}

type Claimed = Pick<WantedUrl, 'account_id' | 'project_id'> & { urls: WantedUrl[] }

/** Notes that URLs were handed over; one that was to be removed is forgotten, and one that has changed since stays. */
export async function endHandOver(q: Queryable, claimed: Claimed): Promise<void> {
  const text = `
    forgotten as (delete from watch_url u using claimed c where ${isClaimed} and c.missing >= 2),
    ended as (
      update watch_url u set wanted = null, hand_over_at = null from claimed c where ${isClaimed} and c.missing < 2
    )`
  await changeClaimed(q, claimed, { name: 'end-hand-over', text })
}

/** Plans another try for claimed URLs. */
export async function postponeHandOver(q: Queryable, claimed: Claimed, afterMs: number): Promise<void> {
  const text = `
    postponed as (
      update watch_url u set hand_over_at = clock_timestamp() + $6 * interval '1 millisecond'
      from claimed c where ${isClaimed}
    )`
  await changeClaimed(q, claimed, { name: 'postpone-hand-over', text, values: [afterMs] })
}

const isClaimed = 'u.account_id = $1 and u.project_id = $2 and u.watch_id = c.watch_id and u.url_hash = c.url_hash'

/**
 * Changes the rows that are still claimed: first those that have no lock, then the others, once a scan that is being
 * stored has ended. No lock is held meanwhile, or the scan could wait for that one. Not for use in a transaction.
 */
async function changeClaimed(
  q: Queryable,
  { account_id, project_id, urls }: Claimed,
  { name, text, values = [] }: { name: string; text: string; values?: unknown[] },
): Promise<void> {
  for (const [rows, lock] of [
    ['free', 'skip locked'],
    ['locked', ''],
  ]) {
    const { rowCount } = await q.query({
      name: `${name}-of-${rows}-rows`,
      text: `
        with claimed as materialized (
          select watch_id, url_hash, u.missing
          from unnest($3::text[], $4::bytea[], $5::timestamptz[]) as c (watch_id, url_hash, hand_over_at)
          join watch_url u using (watch_id, url_hash, hand_over_at)
          where u.account_id = $1 and u.project_id = $2
          for update of u ${lock}
        ), ${text}
        select from claimed`,
      values: [
        account_id,
        project_id,
        urls.map(({ watch_id }) => watch_id),
        urls.map(({ url_hash }) => url_hash),
        urls.map(({ hand_over_at }) => hand_over_at),
        ...values,
      ],
    })
    if (rowCount === urls.length) return
  }
}

/**
 * Decides on removals that are held: they are handed over, or forgotten. Returns how many there were. Has to be called
 * in a transaction.
 */
export async function decideHeld(
  q: Queryable,
  { accountId, projectId, id }: WatchKey,
  decision: 'send' | 'forget',
): Promise<number> {
  await lockWatch(q, { accountId, projectId, id })
  const values = [accountId, projectId, id]
  const ofWatch = `account_id = $1 and project_id = $2 and watch_id = $3 and wanted = 'held'`
  const statement =
    decision === 'send'
      ? {
          name: 'send-held',
          text: `update watch_url set wanted = 'delete', hand_over_at = clock_timestamp() where ${ofWatch}`,
        }
      : { name: 'forget-held', text: `delete from watch_url where ${ofWatch}` }
  const { rowCount } = await q.query({ ...statement, values })
  return rowCount
}

/** How many URLs wait to be handed over, counted up to `countTo`, and for how many seconds the longest has been due. */
export async function measureWanted(q: Queryable, countTo: number): Promise<{ urls: number; overdueSeconds: number }> {
  const { rows } = await q.query<{ urls: number; overdueSeconds: number }>({
    name: 'measure-wanted-urls',
    text: `
      select count(*)::integer as urls,
        greatest(0, coalesce(extract(epoch from clock_timestamp() - min(hand_over_at)), 0))::float8 as "overdueSeconds"
      from (select hand_over_at from watch_url where hand_over_at is not null limit $1) counted`,
    values: [countTo],
  })
  return rows[0] ?? { urls: 0, overdueSeconds: 0 }
}
