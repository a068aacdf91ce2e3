import type { Statement } from '@pagebell/postgres/database'
import type { KeyCheck } from './claim-key-checks.ts'

/** The key check passed, or nothing is held any more: what was held is due, and the check is over. */
export function releaseHeld({ account_id, project_id, channel, host }: KeyCheck): Statement {
  return {
    name: 'release-held',
    text: `
      with over as (
        delete from key_checks where account_id = $1 and project_id = $2 and channel = $3 and host = $4
      )
      update deliveries set status = 'retrying', next_at = clock_timestamp(), unverified = 0
      where account_id = $1 and project_id = $2 and channel = $3 and host = $4 and status = 'held'`,
    values: [account_id, project_id, channel, host],
  }
}
