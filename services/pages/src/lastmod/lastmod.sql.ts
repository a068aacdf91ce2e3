import type { Queryable } from '@pagebell/postgres/database'
import { projectKey } from '../projects/projects.sql.ts'

type ProjectKey = { accountId: string; projectId: string }

export type Sitemap = { token: string; created_at: string }

/** The sitemap of a project; undefined while it is off. */
export async function findSitemap(q: Queryable, { accountId, projectId }: ProjectKey): Promise<Sitemap | undefined> {
  const { rows } = await q.query<Sitemap>({
    name: 'find-sitemap',
    text: 'select token, created_at from lastmod_sitemap where account_id = $1 and project_id = $2',
    values: [accountId, projectId],
  })
  return rows[0]
}

export async function putSitemap(q: Queryable, { accountId, projectId }: ProjectKey, token: string): Promise<Sitemap> {
  const { rows } = await q.query<Sitemap>({
    name: 'put-sitemap',
    text: `
      insert into lastmod_sitemap (account_id, project_id, token) values ($1, $2, $3)
      on conflict (account_id, project_id) do update set token = excluded.token, created_at = excluded.created_at
      returning token, created_at`,
    values: [accountId, projectId, token],
  })
  const [sitemap] = rows
  if (sitemap === undefined) throw new Error('The sitemap was not stored.')
  return sitemap
}

/** False if it was off. */
export async function deleteSitemap(q: Queryable, { accountId, projectId }: ProjectKey): Promise<boolean> {
  const { rowCount } = await q.query({
    name: 'delete-sitemap',
    text: 'delete from lastmod_sitemap where account_id = $1 and project_id = $2',
    values: [accountId, projectId],
  })
  return rowCount === 1
}

/** Whose sitemap has this token, of any account. */
export async function findSitemapOwner(q: Queryable, token: string): Promise<ProjectKey | undefined> {
  const { rows } = await q.query<ProjectKey>({
    name: 'find-sitemap-owner',
    text: 'select account_id as "accountId", project_id as "projectId" from lastmod_sitemap where token = $1',
    values: [token],
  })
  return rows[0]
}

/** How many pages of a project an engine can show: all others are left out. */
export async function countListed(q: Queryable, { accountId, projectId }: ProjectKey): Promise<number> {
  const { rows } = await q.query<{ pages: number }>({
    name: 'count-listed',
    text: `select count(*)::integer as pages from page where project_key = ${projectKey} and state = 'live'`,
    values: [accountId, projectId],
  })
  return rows[0]?.pages ?? 0
}

export type ListedUrl = { hash: Buffer; url: string; changed_at: string | null }

/** Pages that an engine can show, by hash, from the one after `after`. */
export async function listUrls(
  q: Queryable,
  { accountId, projectId }: ProjectKey,
  after: Buffer,
  limit: number,
): Promise<ListedUrl[]> {
  const { rows } = await q.query<ListedUrl>({
    name: 'list-urls',
    text: `
      select url_hash as hash, url, changed_at from page
      where project_key = ${projectKey} and state = 'live' and url_hash > $3
      order by url_hash limit $4`,
    values: [accountId, projectId, after, limit],
  })
  return rows
}

/** The hash of the page before a part begins; undefined if there are fewer pages. */
export async function findPartStart(
  q: Queryable,
  { accountId, projectId }: ProjectKey,
  pagesBefore: number,
): Promise<Buffer | undefined> {
  const { rows } = await q.query<{ hash: Buffer }>({
    name: 'find-part-start',
    text: `
      select url_hash as hash from page where project_key = ${projectKey} and state = 'live'
      order by url_hash offset $3 limit 1`,
    values: [accountId, projectId, pagesBefore - 1],
  })
  return rows[0]?.hash
}
