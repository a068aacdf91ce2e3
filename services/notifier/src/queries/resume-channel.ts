import type { Statement } from '@pagebell/postgres/database'
import { everywhere, type Paused } from './pause-channel.ts'

export function resumeChannel({ accountId, projectId, channel }: Paused): Statement {
  return {
    name: 'resume-channel',
    text: 'delete from paused_channels where account_id = $1 and project_id = $2 and channel = $3',
    values: [accountId, projectId, channel],
  }
}

/**
 * Makes what the pause has held due again, so many at a time. What another pause still holds is held again. Waits for what
 * somebody else looks at: nobody would come for it later.
 */
export function releasePaused({ accountId, projectId, channel }: Paused, limit: number): Statement {
  return {
    text: `
      with held as (
        select account_id, id from deliveries
        where ${accountId === everywhere ? '' : 'account_id = $3 and project_id = $4 and'} channel = $1
          and status = 'held' and reason = 'channel_paused'
        limit $2 for update
      )
      update deliveries d set status = 'retrying', reason = null, next_at = clock_timestamp()
      from held where d.account_id = held.account_id and d.id = held.id`,
    values: accountId === everywhere ? [channel, limit] : [channel, limit, accountId, projectId],
  }
}
