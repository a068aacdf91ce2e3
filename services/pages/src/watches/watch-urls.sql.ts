import type { Queryable } from '@pagebell/postgres/database'
import type { KnownUrl } from './compare-scan.ts'
import type { WatchKey } from './watches.sql.ts'

const knownColumns = `encode(url_hash, 'hex') as hash, lastmod, encode(file, 'hex') as file, missing`

/** Those of these pages that are stored, by their hashes in hex digits. */
export async function findKnownUrls(
  q: Queryable,
  { accountId, projectId, id }: WatchKey,
  hashes: string[],
): Promise<Map<string, KnownUrl>> {
  const { rows } = await q.query<KnownUrl & { hash: string }>({
    name: 'find-known-urls',
    text: `
      select ${knownColumns}
      from unnest($4::text[]) as listed (in_hex) join watch_url on url_hash = decode(in_hex, 'hex')
      where account_id = $1 and project_id = $2 and watch_id = $3`,
    values: [accountId, projectId, id, hashes],
  })
  return new Map(rows.map(({ hash, ...url }) => [hash, url]))
}

/** The next pages of a watch in the order of their hashes: those after the hash `after`, which is empty at first. */
export async function listKnownUrls(
  q: Queryable,
  { accountId, projectId, id }: WatchKey,
  { after, limit }: { after: string; limit: number },
): Promise<(KnownUrl & { hash: string; url: string })[]> {
  const { rows } = await q.query<KnownUrl & { hash: string; url: string }>({
    name: 'list-known-urls',
    text: `
      select ${knownColumns}, url from watch_url
      where account_id = $1 and project_id = $2 and watch_id = $3 and url_hash > decode($4, 'hex')
      order by url_hash limit $5`,
    values: [accountId, projectId, id, after, limit],
  })
  return rows
}

export type AddedUrl = {
  hash: string
  url: string
  file: string
  lastmod: string | null
  isWanted: boolean
  /** Whether the dates of its file are trusted. */
  isDated: boolean
  /** When its page is looked at. */
  lookAt: Date | null
}

export async function insertUrls(
  q: Queryable,
  { accountId, projectId, id }: WatchKey,
  urls: AddedUrl[],
): Promise<void> {
  await q.query({
    name: 'insert-watch-urls',
    text: `
      insert into watch_url (account_id, project_id, watch_id, url_hash, url, file, lastmod, wanted,
        hand_over_at, is_dated, look_at)
      select $1, $2, $3, decode(new.hash, 'hex'), new.url, decode(new.file, 'hex'), new.lastmod,
        case when new.is_wanted then 'update' end, case when new.is_wanted then clock_timestamp() end, new.is_dated,
        new.look_at
      from unnest($4::text[], $5::text[], $6::text[], $7::text[], $8::boolean[], $9::boolean[], $10::timestamptz[])
        as new (hash, url, file, lastmod, is_wanted, is_dated, look_at)
      on conflict do nothing`,
    values: [
      accountId,
      projectId,
      id,
      urls.map(({ hash }) => hash),
      urls.map(({ url }) => url),
      urls.map(({ file }) => file),
      urls.map(({ lastmod }) => lastmod),
      urls.map(({ isWanted }) => isWanted),
      urls.map(({ isDated }) => isDated),
      urls.map(({ lookAt }) => lookAt),
    ],
  })
}

export type MovedUrl = {
  hash: string
  file: string
  lastmod: string | null
  isDateNew: boolean
  isDated: boolean
  /** Null leaves it as it is. */
  lookAt: Date | null
}

/** Stores the dates and files of pages; one with a new date that is trusted is wanted. */
export async function moveUrls(q: Queryable, { accountId, projectId, id }: WatchKey, urls: MovedUrl[]): Promise<void> {
  await q.query({
    name: 'move-watch-urls',
    text: `
      update watch_url u set file = decode(new.file, 'hex'), lastmod = new.lastmod,
        date_moved_at = case when new.is_date_new then clock_timestamp() else u.date_moved_at end,
        wanted = case when new.is_date_new and new.is_dated then 'update' else u.wanted end,
        hand_over_at = case when new.is_date_new and new.is_dated then clock_timestamp() else u.hand_over_at end,
        is_dated = new.is_dated, look_at = coalesce(new.look_at, u.look_at)
      from unnest($4::text[], $5::text[], $6::text[], $7::boolean[], $8::boolean[], $9::timestamptz[])
        as new (hash, file, lastmod, is_date_new, is_dated, look_at)
      where u.account_id = $1 and u.project_id = $2 and u.watch_id = $3 and u.url_hash = decode(new.hash, 'hex')`,
    values: [
      accountId,
      projectId,
      id,
      urls.map(({ hash }) => hash),
      urls.map(({ file }) => file),
      urls.map(({ lastmod }) => lastmod),
      urls.map(({ isDateNew }) => isDateNew),
      urls.map(({ isDated }) => isDated),
      urls.map(({ lookAt }) => lookAt),
    ],
  })
}

/** Notes that pages are named again. What was to be removed is not. */
export async function returnUrls(
  q: Queryable,
  { accountId, projectId, id }: WatchKey,
  hashes: string[],
): Promise<void> {
  await q.query({
    name: 'return-watch-urls',
    text: `
      update watch_url u set missing = 0,
        wanted = case when u.wanted = 'update' then u.wanted end,
        hand_over_at = case when u.wanted = 'update' then u.hand_over_at end
      from unnest($4::text[]) as returned (hash)
      where u.account_id = $1 and u.project_id = $2 and u.watch_id = $3 and u.url_hash = decode(returned.hash, 'hex')`,
    values: [accountId, projectId, id, hashes],
  })
}

/**
 * Counts one more scan that did not find these pages. After the second one they are looked at, or forgotten if
 * removals are off.
 */
export async function missUrls(
  q: Queryable,
  { accountId, projectId, id }: WatchKey,
  hashes: string[],
  isForgotten: boolean,
): Promise<void> {
  await q.query({
    name: 'miss-watch-urls',
    text: `
      with missed as (
        update watch_url u set missing = least(u.missing + 1, 1000),
          look_at = case when u.missing = 1 then clock_timestamp() else u.look_at end
        from unnest($4::text[]) as gone (hash)
        where u.account_id = $1 and u.project_id = $2 and u.watch_id = $3 and u.url_hash = decode(gone.hash, 'hex')
          and not ($5 and u.missing = 1)
      )
      delete from watch_url u using unnest($4::text[]) as gone (hash)
      where u.account_id = $1 and u.project_id = $2 and u.watch_id = $3 and u.url_hash = decode(gone.hash, 'hex')
        and $5 and u.missing = 1`,
    values: [accountId, projectId, id, hashes, isForgotten],
  })
}

/** Forgets pages that the patterns of the watch leave out: they are not missing, and nothing is submitted for them. */
export async function forgetUrls(
  q: Queryable,
  { accountId, projectId, id }: WatchKey,
  hashes: string[],
): Promise<void> {
  await q.query({
    name: 'forget-watch-urls',
    text: `
      delete from watch_url u using unnest($4::text[]) as left_out (hash)
      where u.account_id = $1 and u.project_id = $2 and u.watch_id = $3 and u.url_hash = decode(left_out.hash, 'hex')`,
    values: [accountId, projectId, id, hashes],
  })
}

/** Begins or ends the looks at the pages of a file, whose dates are trusted no more, or again. */
export async function setLooks(
  q: Queryable,
  { accountId, projectId, id }: WatchKey,
  file: string,
  looks: boolean,
): Promise<void> {
  await q.query({
    name: 'set-watch-looks',
    text: `
      update watch_url set is_dated = not $5,
        look_at = case when $5 then clock_timestamp() + random() * interval '1 day' end
      where account_id = $1 and project_id = $2 and watch_id = $3 and file = decode($4, 'hex') and is_dated = $5
        and ($5 or lastmod is not null)
        and missing < 2`,
    values: [accountId, projectId, id, file, looks],
  })
}

/**
 * Of the pages whose dates moved within 30 days and that pre-flight has judged since, up to 500, how many had changed
 * and how many had not.
 */
export async function countDateErrors(
  q: Queryable,
  { accountId, projectId, id }: WatchKey,
): Promise<{ judged: number; wrong: number }> {
  const { rows } = await q.query<{ judged: number; wrong: number }>({
    name: 'count-date-errors',
    text: `
      with moved as (
        select url_hash, date_moved_at from watch_url
        where account_id = $1 and project_id = $2 and watch_id = $3 and date_moved_at > now() - interval '30 days'
        order by date_moved_at desc limit 500
      )
      select count(*)::integer as judged, count(*) filter (where reason = 'unchanged')::integer as wrong
      from moved m cross join lateral (
        select reason from page_verdict v
        where v.account_id = $1 and v.project_id = $2 and v.url_hash = m.url_hash and v.judged_at > m.date_moved_at
          and v.verdict in ('send', 'skip')
        order by v.judged_at limit 1
      ) first`,
    values: [accountId, projectId, id],
  })
  return rows[0] ?? { judged: 0, wrong: 0 }
}
