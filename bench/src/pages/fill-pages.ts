import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { migrate } from '@pagebell/postgres/migrate'
import { workspace } from '@pagebell/start/service-list'
import pg from 'pg'

/** Pages of the one project that is read, each announced to one channel. */
export type Size = { name: string; pages: number }

/** Megabytes of the two tables that remember pages, without and with their indexes. */
export type Stored = { tables: number; withIndexes: number }

/** Creates a database of the pages service with the pages of one project. */
export async function fillPages(databaseUrl: string, { pages }: Size) {
  const database = `bench_pages_${pages}`
  const folder = join(workspace, 'services/pages/migrations')
  await migrate({ adminUrl: databaseUrl, database, role: database, password: 'bench', folder })
  const owner = new URL(databaseUrl)
  owner.pathname = `/${database}`
  const [accountId, projectId] = [randomUUID(), randomUUID()]
  const client = new pg.Client({ connectionString: owner.href })
  await client.connect()
  try {
    await client.query(insertProject, [accountId, projectId])
    await client.query(insertPages, [pages])
    await client.query(insertAnnouncements)
    await client.query('vacuum analyze page')
    await client.query('vacuum analyze page_announcement')
    const { rows } = await client.query<Stored>(measureTables)
    const [stored] = rows
    if (stored === undefined) throw new Error('The sizes of the tables are not known.')
    const url = Object.assign(new URL(owner), { username: database, password: 'bench' })
    return { accountId, projectId, url: url.href, stored }
  } finally {
    await client.end()
  }
}

const insertProject = 'insert into page_project (account_id, project_id) values ($1, $2)'

/**
 * A page in a hundred is gone; a tenth has changed since it was seen first. Addresses have about 60 characters. As the
 * service stores them: no date beside an ETag, and no parts of an announcement that the page still is.
 */
const insertPages = `
  insert into page (account_id, project_key, url_hash, url, seen_at, status, etag, indexable, content_hash, parts,
    simhash, words, changed_at)
  select account_id, key, decode(md5(n::text), 'hex'),
    'https://www.example.com/magazine/' || substr(md5(n::text), 1, 12) || '/article-' || n,
    now() - n * interval '1 second', case when n % 100 = 0 then 404 else 200 end,
    '"' || substr(md5(n::text), 1, 16) || '"', true, decode(md5('content ' || n), 'hex'),
    decode(repeat(md5('parts ' || n), 2) || substr(md5('parts ' || n), 1, 16), 'hex'),
    decode(substr(md5('simhash ' || n), 1, 16), 'hex'), 400 + n % 900,
    case when n % 10 = 0 then now() - n * interval '1 second' end
  from page_project, generate_series(1, $1::integer) n`

const insertAnnouncements = `
  insert into page_announcement
    (account_id, project_key, url_hash, channel, state, content_hash, submitted_at, announced_at)
  select account_id, project_key, url_hash, 'indexnow', 'live', content_hash, seen_at, seen_at from page`

const measureTables = `
  select (sum(pg_table_size(relation)) / 1e6)::float8 as tables,
    (sum(pg_total_relation_size(relation)) / 1e6)::float8 as "withIndexes"
  from unnest(array['page', 'page_announcement']::regclass[]) relation`
