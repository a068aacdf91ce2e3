import type { Queryable } from '@pagebell/postgres/database'

const text = `select (pg_relation_size('url_seen') / current_setting('block_size')::integer)::integer as pages`

/** How many pages the ledger takes in its file. */
export async function countMarkPages(q: Queryable): Promise<number> {
  const { rows } = await q.query<{ pages: number }>({ name: 'count-mark-pages', text, values: [] })
  return rows[0]?.pages ?? 0
}
