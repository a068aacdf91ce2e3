import type { Queryable } from '@pagebell/postgres/database'

/** The size of the dedupe window's table in pages of PostgreSQL. */
export async function countDedupePages(q: Queryable): Promise<number> {
  const { rows } = await q.query<{ pages: number }>({
    name: 'count-dedupe-pages',
    text: `select (pg_relation_size('url_seen') / current_setting('block_size')::integer)::integer as pages`,
    values: [],
  })
  return rows[0]?.pages ?? 0
}

/** Positions of the hashes that a submission with this action would find in the window. */
export async function findInWindow(
  q: Queryable,
  { accountId, action, windowSeconds }: { accountId: string; action: 'update' | 'delete'; windowSeconds: number },
  hashes: Buffer[],
): Promise<number[]> {
  const { rows } = await q.query<{ position: number }>({
    name: 'find-in-dedupe-window',
    text: `
      select (asked.n - 1)::integer as position from unnest($2::bytea[]) with ordinality asked (hash, n)
      join url_seen s on s.account_id = $1 and s.url_hash = asked.hash
      where s.is_deletion = $3 and s.charged_at > pagebell_moment() - make_interval(secs => $4)`,
    values: [accountId, hashes, action === 'delete', windowSeconds],
  })
  return rows.map(({ position }) => position)
}

/** Deletes the entries that have expired on the table's pages from `from` up to and without `to`. */
export async function deleteExpiredEntries(
  q: Queryable,
  windowSeconds: number,
  from: number,
  to: number,
): Promise<void> {
  await q.query({
    name: 'delete-expired-entries',
    // Skips rows that a commit has locked: the sweep never waits, so that it cannot cause a deadlock.
    text: `
      delete from url_seen where ctid = any (array(
        select ctid from url_seen
        where ctid >= format('(%s,0)', $2::bigint)::tid and ctid < format('(%s,0)', $3::bigint)::tid
          and charged_at < pagebell_moment() - make_interval(secs => $1)
        for update skip locked
      ))`,
    values: [windowSeconds, from, to],
  })
}
