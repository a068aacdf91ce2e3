import type { Statement } from '@pagebell/postgres/database'
import type { Group } from './find-due-group.ts'
import { everywhere } from './pause-channel.ts'

const mostAtOnce = 5_000

/**
 * A row if the channel is paused for the project, or everywhere: then claimed rows are held, and with them more of what
 * is due. The lock on the pause makes a resumption wait, which then releases these too. Claimed rows are waited for:
 * another lane that was about to claim them has them locked until it sees that they are taken.
 */
export function holdPaused(channel: string, group: Group, lease: string): Statement {
  return {
    name: 'hold-paused',
    text: `
      with paused as materialized (
        select channel from paused_channels
        where channel = $1 and ((account_id = $2 and project_id = $3) or (account_id = $6 and project_id = $6))
        for share
      ), claimed as materialized (
        select id from deliveries
        where exists (select from paused) and account_id = $2 and project_id = $3 and host = $4
          and lease = $5 and next_at is not null
        for update
      ), due as materialized (
        select id from deliveries
        where exists (select from paused) and account_id = $2 and project_id = $3 and channel = $1
          and host = $4 and lease is null and next_at is not null
        limit ${mostAtOnce} for update skip locked
      ), held as (
        update deliveries d set status = 'held', reason = 'channel_paused', next_at = null, lease = null
        from (select id from claimed union all select id from due) one
        where d.account_id = $2 and d.id = one.id
      )
      select channel from paused limit 1`,
    values: [channel, group.account_id, group.project_id, group.host, lease, everywhere],
  }
}
