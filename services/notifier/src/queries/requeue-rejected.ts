import type { Statement } from '@pagebell/postgres/database'
import { dueAgain } from './due-again.ts'

/** When it was rejected, RFC 3339 with microseconds, and the delivery's id. */
export type RejectedPosition = [at: string, id: string]

type Wanted = {
  accountId: string
  project: string | undefined
  after: RejectedPosition
  /** What was rejected then or later is left alone; undefined for the time of this statement. */
  until: string | undefined
  limit: number
}

/**
 * Goes over so many rejected rows of an account after the position, oldest first, and has those of the project begin again.
 * It goes by what it has looked at and not by what it has changed, so that a project with little in a long log costs no
 * statement more than its portion. `until` is told by each answer and goes with the next.
 */
export function requeueRejected({ accountId, project, after, until, limit }: Wanted): Statement {
  return {
    name: 'requeue-rejected',
    text: `
      with looked as (
        select id, last_attempt_at from deliveries
        where account_id = $1 and status = 'rejected' and last_attempt_at < coalesce($5::timestamptz, now())
          and last_attempt_at >= $3::timestamptz and (last_attempt_at, id) > ($3::timestamptz, $4::uuid)
        order by last_attempt_at, id limit $6
        for update
      ), requeued as (
        update deliveries d set ${dueAgain} from looked
        where d.account_id = $1 and d.id = looked.id and d.lease is null and d.project = coalesce($2, d.project)
        returning d.id
      )
      select (select count(*) from looked) as looked, (select count(*) from requeued) as requeued,
        (select json_build_array(last_attempt_at, id) from looked order by last_attempt_at desc, id desc limit 1) as last,
        to_json(coalesce($5::timestamptz, now())) as until`,
    values: [accountId, project ?? null, ...after, until ?? null, limit],
  }
}
