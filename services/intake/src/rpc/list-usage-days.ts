import { fault } from '@pagebell/faults/fault'
import type { Database } from '@pagebell/postgres/database'
import type { UsageDays } from '@pagebell/rpc/contracts'
import type { Handler } from '@pagebell/rpc/serve-rpc'
import { checkUuid } from '../check-uuid.ts'
import { listUsageDays as list } from '../queries/list-usage-days.ts'

export function listUsageDays(db: Database): Handler<typeof UsageDays, 'listUsageDays'> {
  return async ({ account_id, days }) => {
    checkUuid({ account_id })
    if (days < 1 || days > 366) {
      throw fault('invalid', 'days must be from 1 to 366.', { errors: { days: ['must be from 1 to 366'] } })
    }
    return { days: await list(db.of(account_id), account_id, days) }
  }
}
