import type { Queryable } from '@pagebell/postgres/database'

const text = `select (extract(epoch from pagebell_now()) * 1000)::bigint as at, array(
  select (extract(epoch from s.charged_at) * 1000)::bigint
  from unnest($2::bytea[]) with ordinality u(hash, n)
  left join url_seen s on s.account_id = $1 and s.url_hash = u.hash
    and s.charged_at > pagebell_now() - $3 * interval '1 second'
  order by u.n) as charged_at`

/** When each URL was charged within the window, in the order of `hashes`, and the database's own time (ms since 1970). */
export async function findCharges(
  q: Queryable,
  accountId: string,
  hashes: Buffer[],
  windowSeconds: number,
): Promise<{ at: number; chargedAt: (number | undefined)[] }> {
  const { rows } = await q.query<{ at: number; charged_at: (string | null)[] }>({
    name: 'find-charges',
    text,
    values: [accountId, hashes, windowSeconds],
  })
  const [row] = rows
  if (row === undefined) throw new Error('A query over one row answered none.')
  return { at: row.at, chargedAt: row.charged_at.map((time) => (time === null ? undefined : Number(time))) }
}
