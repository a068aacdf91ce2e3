import type { Queryable } from '@pagebell/postgres/database'

/** The channel of checks that look at a page for a watch: they announce nothing. */
export const lookChannel = ''

export type LookingWatch = { account_id: string; project_id: string; id: string; project: string; looks_as: string }

/**
 * Locks a watch until the transaction ends that has a page to look at, if no copy has it; undefined if there is none.
 */
export async function lockLookingWatch(q: Queryable): Promise<LookingWatch | undefined> {
  const { rows } = await q.query<LookingWatch>({
    name: 'lock-looking-watch',
    text: `
      select account_id, project_id, id, project, looks_as from watch where look_at <= clock_timestamp()
      order by look_at limit 1 for update skip locked`,
    values: [],
  })
  return rows[0]
}

export type DueLook = { url: string; url_hash: Buffer }

/**
 * Pages to look at, so many that a watch has `limit` of them under way: first those that may be gone, then those that
 * change most often.
 */
export async function findDueLooks(q: Queryable, watch: LookingWatch, limit: number): Promise<DueLook[]> {
  const { rows } = await q.query<DueLook>({
    name: 'find-due-looks',
    text: `
      select url, url_hash from watch_url
      where account_id = $1 and project_id = $2 and watch_id = $3 and look_at <= clock_timestamp()
      order by (missing >= 2) desc, changes desc, look_at
      limit greatest(0, $5 - (select count(*) from page_check where account_id = $1 and batch_id = $4))`,
    values: [watch.account_id, watch.project_id, watch.id, watch.looks_as, limit],
  })
  return rows
}

/** Plans the next looks at pages, in case these are lost, and at the watch. */
export async function postponeLooks(
  q: Queryable,
  watch: LookingWatch,
  { hashes, afterMs, againMs }: { hashes: Buffer[]; afterMs: number; againMs: number },
): Promise<void> {
  const key = [watch.account_id, watch.project_id, watch.id]
  await q.query({
    name: 'postpone-looks',
    text: `
      update watch_url set look_at = clock_timestamp() + $5 * interval '1 millisecond'
      where account_id = $1 and project_id = $2 and watch_id = $3 and url_hash = any ($4::bytea[])`,
    values: [...key, hashes, afterMs],
  })
  await q.query({
    name: 'postpone-looking-watch',
    text: `
      update watch set look_at = greatest(clock_timestamp() + $4 * interval '1 millisecond', (
        select min(look_at) from watch_url
        where account_id = $1 and project_id = $2 and watch_id = $3 and look_at is not null))
      where account_id = $1 and project_id = $2 and id = $3
        and exists (
          select from watch_url
          where account_id = $1 and project_id = $2 and watch_id = $3 and look_at is not null)`,
    values: [...key, againMs],
  })
  await q.query({
    name: 'end-looks-of-watch',
    text: `
      update watch set look_at = null
      where account_id = $1 and project_id = $2 and id = $3
        and not exists (
          select from watch_url
          where account_id = $1 and project_id = $2 and watch_id = $3 and look_at is not null)`,
    values: key,
  })
}

export type LookedAtUrl = { watch_id: string; missing: number; deletes: 'send' | 'hold' | 'off' }

/** Locks the page of a watch that a check looked at; undefined if the watch names it no more. */
export async function lockLookedAt(
  q: Queryable,
  {
    accountId,
    projectId,
    looksAs,
    urlHash,
  }: { accountId: string; projectId: string; looksAs: string; urlHash: Buffer },
): Promise<LookedAtUrl | undefined> {
  const { rows } = await q.query<LookedAtUrl>({
    name: 'lock-looked-at',
    text: `
      select u.watch_id, u.missing, w.deletes
      from watch w join watch_url u on u.account_id = w.account_id and u.project_id = w.project_id and u.watch_id = w.id
      where w.account_id = $1 and w.project_id = $2 and w.looks_as = $3 and u.url_hash = $4
      for update of u`,
    values: [accountId, projectId, looksAs, urlHash],
  })
  return rows[0]
}

type WatchUrlKey = { accountId: string; projectId: string; watchId: string; urlHash: Buffer }

export type LookResult = {
  wanted: 'update' | 'delete' | 'held' | null
  hasChanged: boolean
  /** The page was not seen, and is looked at again soon. */
  isFailure: boolean
  /** Until the next look, of a page that is looked at every day or again. */
  nextMs: number
}

export async function storeLook(
  q: Queryable,
  { accountId, projectId, watchId, urlHash }: WatchUrlKey,
  { wanted, hasChanged, isFailure, nextMs }: LookResult,
): Promise<void> {
  await q.query({
    name: 'store-look',
    text: `
      update watch_url set
        look_at = case when is_dated and not $8 or $5 = 'delete' or $5 = 'held' then null
          else clock_timestamp() + $7 * interval '1 millisecond' end,
        changes = changes + case when $6 then 1 else 0 end,
        wanted = coalesce($5, wanted),
        hand_over_at = case when $5 in ('update', 'delete') then clock_timestamp() else hand_over_at end
      where account_id = $1 and project_id = $2 and watch_id = $3 and url_hash = $4`,
    values: [accountId, projectId, watchId, urlHash, wanted, hasChanged, nextMs, isFailure],
  })
}

/** Forgets a page that its watch no longer names. */
export async function forgetUrl(q: Queryable, { accountId, projectId, watchId, urlHash }: WatchUrlKey): Promise<void> {
  await q.query({
    name: 'forget-watch-url',
    text: 'delete from watch_url where account_id = $1 and project_id = $2 and watch_id = $3 and url_hash = $4',
    values: [accountId, projectId, watchId, urlHash],
  })
}
