import type { Statement } from '@pagebell/postgres/database'
import type { Group } from './find-due-group.ts'

/** So many at once: a longer backlog learns it in as many turns. */
const mostAtOnce = 5_000

/** Lets the rest of what would be due of a site wait for its quota, so that the engine is not asked once for each batch. */
export function holdGroup(
  channel: string,
  group: Group,
  { reason, until }: { reason: string; until: number },
): Statement {
  return {
    name: 'hold-group',
    text: `
      with due as (
        select account_id, id from deliveries
        where channel = $1 and account_id = $2 and project_id = $3 and host = $4
          and next_at < to_timestamp($5 / 1000.0) and lease is null
        limit ${mostAtOnce} for update skip locked
      )
      update deliveries d set status = 'held', reason = $6, next_at = to_timestamp($5 / 1000.0)
      from due where d.account_id = due.account_id and d.id = due.id`,
    values: [channel, group.account_id, group.project_id, group.host, until, reason],
  }
}
