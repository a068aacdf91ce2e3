import type { Statement } from '@pagebell/postgres/database'

export type KeyCheck = { account_id: string; project_id: string; channel: string; host: string; url: string | null }

/** Takes due checks and sets their next time at once, so that a copy that dies over one does not hold it up for long. */
export function claimKeyChecks(limit: number, everyMs: number, mostMs: number): Statement {
  return {
    name: 'claim-key-checks',
    text: `
      with due as (
        select * from key_checks where next_at <= now() order by next_at limit $1 for update skip locked
      )
      update key_checks c set checks = c.checks + 1,
        next_at = clock_timestamp() + least($2 * power(2, least(c.checks, 20)), $3) * interval '1 millisecond'
      from due
      where c.account_id = due.account_id and c.project_id = due.project_id and c.channel = due.channel
        and c.host = due.host
      returning c.account_id, c.project_id, c.channel, c.host,
        (select url from deliveries d where d.account_id = c.account_id and d.project_id = c.project_id
          and d.host = c.host and d.channel = c.channel and d.status = 'held' limit 1) as url`,
    values: [limit, everyMs, mostMs],
  }
}
