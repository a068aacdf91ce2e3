import { randomUUIDv7 } from 'node:crypto'
import { planChanged } from '@pagebell/messages/plan-changed'
import { enqueue } from '@pagebell/outbox/outbox'
import type { Queryable } from '@pagebell/postgres/database'
import type { ServiceTools } from '../service-tools.ts'
import type { AccountRow } from './accounts.sql.ts'
import { claimPlanChange, raiseLimitsVersions } from './plans.sql.ts'
import { limitsOf, planNames, plans } from './plans.ts'

/** The limits of a suspended account: services that enforce limits need not know about suspension. */
const nothing = { urls_per_day: 0, urls_per_month: 0, analyses_per_minute: 0, analyses_per_day: 0 }

/** Puts plan.changed with the account's limits and version into the outbox of the transaction. */
export async function enqueuePlanChanged(q: Queryable, account: AccountRow): Promise<void> {
  const { urlsPerDay, urlsPerMonth, hookRequestsPerMinute, reports, ...more } = limitsOf(account.plan)
  const limits = {
    urls_per_day: urlsPerDay,
    urls_per_month: urlsPerMonth,
    reports,
    analyses_per_minute: more.analysesPerMinute,
    analyses_per_day: more.analysesPerDay,
    site_pages: more.sitePages,
    hook_requests_per_minute: hookRequestsPerMinute,
    ...(account.suspended_at !== null && nothing),
  }
  const body = { account_id: account.account_id, limits, version: account.limits_version }
  await enqueue(q, planChanged, body, randomUUIDv7())
}

/**
 * Publishes plan.changed for every account of each plan whose limits in plans.ts differ from those last announced. A
 * second call does nothing.
 */
export async function announcePlans({ db, outbox }: Pick<ServiceTools, 'db' | 'outbox'>): Promise<void> {
  for (const plan of planNames) {
    await db.acrossAccounts().transaction(async (q) => {
      if (!(await claimPlanChange(q, plan, plans[plan]))) return
      for (const account of await raiseLimitsVersions(q, plan)) await enqueuePlanChanged(q, account)
    })
  }
  outbox.flush()
}
