import type { Statement } from '@pagebell/postgres/database'
import type { Group } from './find-due-group.ts'

export type Claimed = {
  id: string
  url: string
  failures: number
  unverified: number
  traceparent: string | null
  submitted_at: string
}

type Claim = {
  channel: string
  via?: string
  group: Group
  lease: string
  leaseMs: number
  gatherMs: number
  limit: number
}

/**
 * Takes what is due of a group, and what would be due in a moment, until the lease ends. A copy that dies leaves rows
 * whose next_at is the end of its lease: they come due by themselves. Two who claim a group at once would each get a part
 * of it, and the engine two requests: the lock, which nobody waits for, gives it to the first. What is not due is not
 * walked over: the first bound ends the walk of the index, since now() holds still for a statement.
 */
export function claimDeliveries({ channel, via = '', group, lease, leaseMs, gatherMs, limit }: Claim): Statement {
  return {
    name: 'claim-deliveries',
    text: `
      with turn as materialized (
        select pg_try_advisory_xact_lock(
          hashtextextended(concat_ws(' ', $1::text, $11::text, $2::uuid, $3::uuid, $4::text, $5::text, $6::uuid), 0)
        ) as mine
      ), due as (
        select account_id, id from deliveries
        where (select mine from turn)
          and channel = $1 and via = $11 and account_id = $2 and project_id = $3 and host = $4 and action = $5 and part = $6
          and next_at <= now() + $9 * interval '1 millisecond'
          and next_at <= clock_timestamp() + case when lease is null then $9 else 0 end * interval '1 millisecond'
        order by next_at, id limit $10
        for update skip locked
      )
      update deliveries d set lease = $7, next_at = clock_timestamp() + $8 * interval '1 millisecond'
      from due where d.account_id = due.account_id and d.id = due.id
      returning d.id, d.url, d.failures, d.unverified, d.traceparent, d.submitted_at`,
    values: [
      channel,
      group.account_id,
      group.project_id,
      group.host,
      group.action,
      group.part,
      lease,
      leaseMs,
      gatherMs,
      limit,
      via,
    ],
  }
}
