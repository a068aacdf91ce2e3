import type { Body } from '@pagebell/messages/define-message'
import type { planChanged } from '@pagebell/messages/plan-changed'
import type { Database } from '@pagebell/postgres/database'
import { toAccountLimits } from './quota-use.ts'
import { setLimits } from './quotas.sql.ts'

/** Stores the limits of a plan; the version makes an older or repeated message harmless. */
export const onPlanChanged =
  (db: Database) =>
  ({ account_id, limits, version }: Body<typeof planChanged>): Promise<void> =>
    setLimits(db.forAccount(account_id), account_id, toAccountLimits({ ...limits, version }))
