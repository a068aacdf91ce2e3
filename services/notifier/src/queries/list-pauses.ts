import type { Statement } from '@pagebell/postgres/database'
import { everywhere } from './pause-channel.ts'

/** The channels that rest for a project, by its own pause or by one for everybody. */
export function listPauses(accountId: string, projectId: string): Statement {
  return {
    name: 'list-pauses',
    text: `select distinct channel from paused_channels
      where (account_id = $1 and project_id = $2) or (account_id = $3 and project_id = $3) order by channel`,
    values: [accountId, projectId, everywhere],
  }
}
