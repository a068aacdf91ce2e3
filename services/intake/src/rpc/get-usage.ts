import type { Database } from '@pagebell/postgres/database'
import type { Quotas } from '@pagebell/rpc/contracts'
import type { Handler } from '@pagebell/rpc/serve-rpc'
import { checkUuid } from '../check-uuid.ts'
import type { PeriodUse } from '../commit-group.ts'
import { findUsage } from '../queries/find-usage.ts'
import { remaining } from '../write-quota.ts'

export function getUsage(db: Database): Handler<typeof Quotas, 'getUsage'> {
  return async ({ account_id }) => {
    checkUuid({ account_id })
    const { day, month } = await findUsage(db.of(account_id), account_id)
    return { day: writePeriod(day), month: writePeriod(month) }
  }
}

const writePeriod = (use: PeriodUse) => ({
  ...(use.limit === null ? {} : { limit: use.limit, remaining: remaining(use) }),
  used: use.used,
  resets_at: new Date(use.resets_at).toISOString(),
})
