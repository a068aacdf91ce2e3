import type { Database } from '@pagebell/postgres/database'
import { enqueuePlanChanged } from './enqueue-plan-changed.ts'
import { planNames, plans } from './plans.ts'
import { claimPlanChange } from './queries/claim-plan-change.ts'
import { raiseLimitsVersions } from './queries/raise-limits-versions.ts'

/** Tells the accounts of every plan whose limits in plans.ts differ from those last told. Does nothing the next time. */
export async function announcePlans(db: Database, outbox: { flush(): void }): Promise<void> {
  for (const plan of planNames) {
    await db.transaction(async (q) => {
      if (!(await claimPlanChange(q, plan, plans[plan]))) return
      for (const account of await raiseLimitsVersions(q, plan)) await enqueuePlanChanged(q, account)
    })
  }
  outbox.flush()
}
