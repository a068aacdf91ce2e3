import { randomUUIDv7 } from 'node:crypto'
import { planChanged } from '@pagebell/messages/plan-changed'
import { enqueue } from '@pagebell/outbox/outbox'
import type { Queryable } from '@pagebell/postgres/database'
import { limitsOf } from './plan-limits.ts'
import type { AccountRow } from './queries/get-account.ts'

/** Puts plan.changed with the account's limits and version into the outbox of the transaction. */
export async function enqueuePlanChanged(q: Queryable, account: AccountRow): Promise<void> {
  const { urlsPerDay, urlsPerMonth } = limitsOf(account.plan)
  const limits = { urls_per_day: urlsPerDay, urls_per_month: urlsPerMonth }
  const body = { account_id: account.account_id, limits, version: account.limits_version }
  await enqueue(q, planChanged, body, randomUUIDv7())
}
