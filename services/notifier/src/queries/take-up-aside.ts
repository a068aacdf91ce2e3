import type { Statement } from '@pagebell/postgres/database'
import { dueAgain } from './due-again.ts'

type Batch = { account_id: string; batch_id: string; project_id: string; channel: string }

/** What was set aside of a message begins again, unless its project is gone. Needs the project's lock. */
export function takeUpAside(batch: Batch, rows: { urlHash: Buffer }[]): Statement {
  return {
    name: 'take-up-aside',
    text: `
      with gone as (
        update deliveries set status = 'dropped', reason = 'project_deleted'
        where account_id = $1 and batch_id = $2 and channel = $4 and url_hash = any ($5) and status = 'set_aside'
          and exists (select from deleted_project where account_id = $1 and project_id = $3)
      )
      update deliveries set ${dueAgain}
      where account_id = $1 and batch_id = $2 and channel = $4 and url_hash = any ($5) and status = 'set_aside'
        and not exists (select from deleted_project where account_id = $1 and project_id = $3)`,
    values: [batch.account_id, batch.batch_id, batch.project_id, batch.channel, rows.map(({ urlHash }) => urlHash)],
  }
}
