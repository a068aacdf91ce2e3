import type { Queryable } from '@pagebell/postgres/database'
import type { RunKey } from './site-runs.sql.ts'

export type VisitRow = { number: number; body: Buffer }
type ReportKey = Pick<RunKey, 'accountId' | 'id'>

/**
 * Stores visits as long as those of the report have fewer than `maxBytes`; further ones would be requested again after a
 * failure of the analyzer. Those whose number is stored stay as they are.
 */
export async function insertVisits(
  q: Queryable,
  { accountId, id }: ReportKey,
  visits: readonly VisitRow[],
  maxBytes: number,
): Promise<void> {
  await q.query({
    name: 'insert-site-visits',
    text: `with stored as (
        insert into site_visit (account_id, site_report_id, number, body)
        select $1, $2, number, body from unnest($3::integer[], $4::bytea[]) as visit (number, body)
        where (select visit_bytes from site_report where account_id = $1 and id = $2) < $5
        on conflict (account_id, site_report_id, number) do nothing
        returning octet_length(body) as bytes
      )
      update site_report set visit_bytes = visit_bytes + (select coalesce(sum(bytes), 0) from stored)
      where account_id = $1 and id = $2 and exists (select from stored)`,
    values: [accountId, id, visits.map(({ number }) => number), visits.map(({ body }) => body), maxBytes],
  })
}

/** Visits with higher numbers, in order: as many as have fewer than `maxBytes`, at least one, at most `limit`. */
export async function listVisits(
  q: Queryable,
  { accountId, id }: ReportKey,
  after: number,
  { limit, maxBytes }: { limit: number; maxBytes: number },
): Promise<VisitRow[]> {
  const { rows } = await q.query<VisitRow>({
    name: 'list-site-visits',
    text: `select number, body from (
        select number, body, sum(octet_length(body)) over (order by number) - octet_length(body) as bytes_before
        from (
          select number, body from site_visit
          where account_id = $1 and site_report_id = $2 and number > $3
          order by number limit $4
        ) as next
      ) as measured
      where bytes_before < $5 order by number`,
    values: [accountId, id, after, limit, maxBytes],
  })
  return rows
}

export async function deleteVisits(q: Queryable, { accountId, id }: ReportKey): Promise<void> {
  await q.query({
    name: 'delete-site-visits',
    text: 'delete from site_visit where account_id = $1 and site_report_id = $2',
    values: [accountId, id],
  })
}
