import type { Statement } from '@pagebell/postgres/database'
import type { Group } from './find-due-group.ts'

/** Notes that a host's key file is to be looked at until it is right. */
export function insertKeyCheck(channel: string, group: Group, delayMs: number): Statement {
  return {
    name: 'insert-key-check',
    text: `insert into key_checks (account_id, project_id, channel, host, next_at)
      values ($1, $2, $3, $4, clock_timestamp() + $5 * interval '1 millisecond')
      on conflict (account_id, project_id, channel, host) do nothing`,
    values: [group.account_id, group.project_id, channel, group.host, delayMs],
  }
}
