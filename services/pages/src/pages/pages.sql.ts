import type { Queryable } from '@pagebell/postgres/database'
import { projectKey } from '../projects/projects.sql.ts'

type PageKey = { accountId: string; projectId: string; urlHash: Buffer }

export type PageRow = {
  status: number | null
  state: 'live' | 'noindex' | 'gone' | 'moved' | 'canonical' | 'unknown'
  /** Of a redirect. */
  target: string | null
  etag: string | null
  last_modified: string | null
  seen_at: string
  canonical: string | null
  /** Hashes in hex digits. */
  content: string | null
  parts: string | null
  simhash: string | null
  words: number | null
  kept: (string | null)[]
  /** Of the rules by which it was read. */
  rules_version: number
}

/** A page as it was seen last; undefined for one that never was. */
export async function findPage(q: Queryable, { accountId, projectId, urlHash }: PageKey): Promise<PageRow | undefined> {
  const { rows } = await q.query<PageRow>({
    name: 'find-page',
    text: `
      select status, state, target, etag, last_modified, seen_at, canonical, encode(content_hash, 'hex') as content,
        encode(parts, 'hex') as parts, encode(simhash, 'hex') as simhash, words,
        coalesce(kept_out, '{}') as kept, rules_version
      from page where project_key = ${projectKey} and url_hash = $3`,
    values: [accountId, projectId, urlHash],
  })
  return rows[0]
}

export type SeenPage = PageKey & {
  url: string
  status: number | null
  target: string | null
  /** Of a page that was read; otherwise what is known of its words stays. */
  read: ReadVersion | null
  rulesVersion: number
}
export type ReadVersion = Omit<PageRow, 'status' | 'state' | 'target' | 'seen_at' | 'rules_version'>

/**
 * Stores what was found, unless the project is deleted. `changed_at` moves when its words are others than before, by
 * the same rules; the parts of the version that it leaves stay with the announcements of it.
 */
export async function storePage(q: Queryable, page: SeenPage): Promise<void> {
  const { read } = page
  await q.query({
    name: 'store-page',
    text: `
      with kept as (
        update page_announcement t set parts = p.parts
        from page p
        where $16 and p.project_key = ${projectKey} and p.url_hash = $3 and p.content_hash <> decode($12, 'hex')
          and t.project_key = p.project_key and t.url_hash = p.url_hash
          and t.content_hash = p.content_hash and t.parts is null and p.rules_version = $17
      )
      insert into page as p (account_id, project_key, url_hash, url, seen_at, status, target, etag, last_modified,
        indexable, kept_out, canonical, content_hash, parts, simhash, words, rules_version)
      select $1, key, $3, $4, clock_timestamp(), $5, $6, $7, $8, $9, nullif($10::text[], '{}'), $11, decode($12, 'hex'),
        decode($13, 'hex'), decode($14, 'hex'), $15, $17
      from page_project where account_id = $1 and project_id = $2
      on conflict (project_key, url_hash) do update set
        seen_at = excluded.seen_at, status = excluded.status, target = excluded.target,
        etag = excluded.etag, last_modified = excluded.last_modified,
        indexable = case when $16 then excluded.indexable end,
        kept_out = case when $16 then excluded.kept_out else p.kept_out end,
        canonical = case when $16 then excluded.canonical else p.canonical end,
        content_hash = case when $16 then excluded.content_hash else p.content_hash end,
        parts = case when $16 then excluded.parts else p.parts end,
        simhash = case when $16 then excluded.simhash else p.simhash end,
        words = case when $16 then excluded.words else p.words end,
        rules_version = case when $16 then excluded.rules_version else p.rules_version end,
        changed_at = case when $16 and p.content_hash <> excluded.content_hash
          and p.rules_version = excluded.rules_version then excluded.seen_at else p.changed_at end`,
    values: [
      page.accountId,
      page.projectId,
      page.urlHash,
      page.url,
      page.status,
      page.target,
      read?.etag ?? null,
      read?.last_modified ?? null,
      read === null ? null : !read.kept.includes(null),
      read?.kept ?? [],
      read?.canonical ?? null,
      read?.content ?? null,
      read?.parts ?? null,
      read?.simhash ?? null,
      read?.words ?? null,
      read !== null,
      page.rulesVersion,
    ],
  })
}

/** As page_seen_on has it. */
const seenOn = "(seen_at at time zone 'UTC')::date"

/** Deletes up to `limit` pages that were not seen for 180 days, with their announcements; returns how many. */
export async function deleteUnseenPages(q: Queryable, limit: number): Promise<number> {
  const { rowCount } = await q.query({
    name: 'delete-unseen-pages',
    text: `
      with old as (
        select project_key, url_hash from page where ${seenOn} < (now() at time zone 'UTC')::date - 180
        order by ${seenOn} limit $1
      ), forgotten as (
        delete from page_announcement t using old
        where t.project_key = old.project_key and t.url_hash = old.url_hash
      )
      delete from page p using old where p.project_key = old.project_key and p.url_hash = old.url_hash`,
    values: [limit],
  })
  return rowCount
}
