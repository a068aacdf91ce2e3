import type { Body } from '@pagebell/messages/define-message'
import type { planChanged } from '@pagebell/messages/plan-changed'
import type { Database } from '@pagebell/postgres/database'
import { setLimit } from './limits.sql.ts'

/** Stores the limit of a plan; the version makes an older or repeated message harmless. */
export const onPlanChanged =
  (db: Database) =>
  async ({ account_id: accountId, limits, version }: Body<typeof planChanged>): Promise<void> => {
    await setLimit(db.forAccount(accountId), { accountId, urlsPerDay: limits.urls_per_day, version })
  }
