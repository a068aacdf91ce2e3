import type { Database } from '@pagebell/postgres/database'
import type { Quotas } from '@pagebell/rpc/contracts'
import type { Handler } from '@pagebell/rpc/serve-rpc'
import { checkUuid } from '../check-uuid.ts'
import { setLimits as store } from '../queries/set-limits.ts'
import { readLimits } from '../read-limits.ts'

export function setLimits(db: Database): Handler<typeof Quotas, 'setLimits'> {
  return async ({ account_id, limits }) => {
    checkUuid({ account_id })
    await store(db.of(account_id), account_id, readLimits(limits))
    return {}
  }
}
