import type { Statement } from '@pagebell/postgres/database'

type Row = { accountId: string; id: string; lease: string }

/**
 * Makes leases that have not ended last as if they began now, and answers them. One that has ended is never revived: another
 * copy may be about to claim its rows. Rows whose outcome is being written are locked and left alone.
 */
export function renewClaims(rows: Row[], leaseMs: number): Statement {
  return {
    name: 'renew-claims',
    text: `
      with mine as materialized (
        select d.account_id, d.id from unnest($1::uuid[], $2::uuid[], $3::uuid[]) as held (account_id, id, lease)
        join deliveries d on d.account_id = held.account_id and d.id = held.id and d.lease = held.lease
        where d.next_at > clock_timestamp()
        for update of d skip locked
      ), renewed as (
        update deliveries d set next_at = clock_timestamp() + $4 * interval '1 millisecond'
        from mine where d.account_id = mine.account_id and d.id = mine.id
        returning d.lease
      )
      select distinct lease from renewed`,
    values: [rows.map(({ accountId }) => accountId), rows.map(({ id }) => id), rows.map(({ lease }) => lease), leaseMs],
  }
}
