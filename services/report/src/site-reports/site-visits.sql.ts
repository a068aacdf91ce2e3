import type { Queryable } from '@pagebell/postgres/database'
import type { RunKey } from './site-runs.sql.ts'

export type VisitRow = { number: number; body: Buffer }
/** `address` stands for the address of a visit that is to be kept; null for another one. */
export type NewVisit = VisitRow & { address: Buffer | null }
type ReportKey = Pick<RunKey, 'accountId' | 'id'>

/**
 * Stores visits as long as those of the report have fewer than `maxBytes`; further ones would be requested again after a
 * failure of the analyzer. Those whose number is stored stay as they are.
 */
export async function insertVisits(
  q: Queryable,
  { accountId, id }: ReportKey,
  visits: readonly NewVisit[],
  maxBytes: number,
): Promise<void> {
  await q.query({
    name: 'insert-site-visits',
    text: `with stored as (
        insert into site_visit (account_id, site_report_id, number, body, address)
        select $1, $2, number, body, address
        from unnest($3::integer[], $4::bytea[], $5::bytea[]) as visit (number, body, address)
        where (select visit_bytes from site_report where account_id = $1 and id = $2) < $6
        on conflict (account_id, site_report_id, number) do nothing
        returning octet_length(body) as bytes
      )
      update site_report set visit_bytes = visit_bytes + (select coalesce(sum(bytes), 0) from stored)
      where account_id = $1 and id = $2 and exists (select from stored)`,
    values: [
      accountId,
      id,
      visits.map(({ number }) => number),
      visits.map(({ body }) => body),
      visits.map(({ address }) => address),
      maxBytes,
    ],
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

export type KeptLimits = { maxBytes: number; days: number }

/** Deletes the visits of a report that has ended but for those that are to be kept: the first ones, up to `maxBytes`. */
export async function keepVisits(
  q: Queryable,
  { accountId, id }: ReportKey,
  { maxBytes, days }: KeptLimits,
): Promise<void> {
  await q.query({
    name: 'delete-site-visits-not-kept',
    text: `delete from site_visit where account_id = $1 and site_report_id = $2 and number not in (
        select number from (
          select number, sum(octet_length(body)) over (order by number) as bytes from site_visit
          where account_id = $1 and site_report_id = $2 and address is not null
        ) as measured
        where bytes <= $3
      )`,
    values: [accountId, id, maxBytes],
  })
  await q.query({
    name: 'set-site-visits-kept',
    text: `update site_report set kept_until = clock_timestamp() + make_interval(days => $3)
      where account_id = $1 and id = $2
        and exists (select from site_visit where account_id = $1 and site_report_id = $2)`,
    values: [accountId, id, days],
  })
}

/** Deletes the visits that reports of a project have kept. */
export async function deleteKeptVisits(q: Queryable, accountId: string, projectId: string): Promise<void> {
  await q.query({
    name: 'delete-kept-site-visits',
    text: `with outdated as (
        update site_report set kept_until = null
        where account_id = $1 and project_id = $2 and kept_until is not null
        returning id
      )
      delete from site_visit using outdated where account_id = $1 and site_report_id = outdated.id`,
    values: [accountId, projectId],
  })
}

/**
 * The newest visit that the report before has kept of an address. Undefined without one, and for an attempt that is not
 * the newest of a running report.
 */
export async function findKeptVisit(
  q: Queryable,
  { accountId, id, attempt }: RunKey,
  address: Buffer,
): Promise<Buffer | undefined> {
  const { rows } = await q.query<Pick<VisitRow, 'body'>>({
    name: 'find-kept-site-visit',
    text: `select visit.body from site_report run
      join site_report kept on kept.account_id = run.account_id and kept.project_id = run.project_id
        and kept.kept_until > clock_timestamp()
      join site_visit visit on visit.account_id = kept.account_id and visit.site_report_id = kept.id
        and visit.address = $4
      where run.account_id = $1 and run.id = $2 and run.attempt = $3 and run.status = 'running'
      order by kept.id desc, visit.number desc limit 1`,
    values: [accountId, id, attempt, address],
  })
  return rows[0]?.body
}

/** Deletes what reports have kept until now, of up to `limit` reports; returns of how many. */
export async function deleteExpiredVisits(q: Queryable, limit: number): Promise<number> {
  const { rowCount } = await q.query({
    name: 'delete-expired-site-visits',
    text: `with expired as (
        select account_id, id from site_report where kept_until <= clock_timestamp()
        order by kept_until limit $1
        for no key update skip locked
      ), gone as (
        delete from site_visit visit using expired
        where visit.account_id = expired.account_id and visit.site_report_id = expired.id
      )
      update site_report report set kept_until = null from expired
      where report.account_id = expired.account_id and report.id = expired.id`,
    values: [limit],
  })
  return rowCount
}
