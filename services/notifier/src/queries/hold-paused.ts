import type { Statement } from '@pagebell/postgres/database'
import type { Group } from './find-due-group.ts'
import { everywhere } from './pause-channel.ts'

const mostAtOnce = 5_000

/**
 * If the channel is paused for the project, or everywhere: claimed rows are held, and with them more of what is due. The
 * lock on the pause makes a resumption wait, which then releases these too.
 */
export function holdPaused(channel: string, group: Group, lease: string): Statement {
  return {
    name: 'hold-paused',
    text: `
      with paused as (
        select channel from paused_channels
        where channel = $1 and ((account_id = $2 and project_id = $3) or (account_id = $6 and project_id = $6))
        for share
      ), due as (
        select account_id, id from deliveries
        where exists (select from paused) and account_id = $2 and project_id = $3 and channel = $1
          and (lease = $5 or (host = $4 and lease is null and next_at is not null))
        limit ${mostAtOnce} for update skip locked
      )
      update deliveries d set status = 'held', reason = 'channel_paused', next_at = null, lease = null
      from due where d.account_id = due.account_id and d.id = due.id`,
    values: [channel, group.account_id, group.project_id, group.host, lease, everywhere],
  }
}
