import { randomUUIDv7 } from 'node:crypto'
import { planChanged } from '@pagebell/messages/plan-changed'
import { enqueue } from '@pagebell/outbox/outbox'
import type { Queryable } from '@pagebell/postgres/database'
import { limitsOf } from './plan-limits.ts'
import type { AccountRow } from './queries/get-account.ts'

/** What a suspended account may do. Whoever keeps to limits need not know what a suspension is. */
const nothing = { urls_per_day: 0, urls_per_month: 0, analyses_per_minute: 0, analyses_per_day: 0 }

/** Puts plan.changed with the account's limits and version into the outbox of the transaction. */
export async function enqueuePlanChanged(q: Queryable, account: AccountRow): Promise<void> {
  const { urlsPerDay, urlsPerMonth, hookRequestsPerMinute, reports, analysesPerMinute, analysesPerDay } = limitsOf(
    account.plan,
  )
  const limits = {
    urls_per_day: urlsPerDay,
    urls_per_month: urlsPerMonth,
    reports,
    analyses_per_minute: analysesPerMinute,
    analyses_per_day: analysesPerDay,
    hook_requests_per_minute: hookRequestsPerMinute,
    ...(account.suspended_at !== null && nothing),
  }
  const body = { account_id: account.account_id, limits, version: account.limits_version }
  await enqueue(q, planChanged, body, randomUUIDv7())
}
