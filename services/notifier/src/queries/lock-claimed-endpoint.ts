import type { Statement } from '@pagebell/postgres/database'
import type { Lease } from './note-answer.ts'

/** No row if the lease has passed to another copy. */
export function lockClaimedEndpoint({ account_id, project_id, lease }: Lease): Statement {
  return {
    name: 'lock-claimed-endpoint',
    text: 'select from event_endpoints where account_id = $1 and project_id = $2 and lease = $3 for update',
    values: [account_id, project_id, lease],
  }
}
