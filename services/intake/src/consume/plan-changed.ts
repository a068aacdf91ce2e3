import type { Body } from '@pagebell/messages/define-message'
import type { planChanged } from '@pagebell/messages/plan-changed'
import type { Database } from '@pagebell/postgres/database'
import { setLimits } from '../queries/set-limits.ts'

/** Takes the new limits over; the version makes an older or a repeated message harmless. */
export function onPlanChanged(db: Database): (body: Body<typeof planChanged>) => Promise<void> {
  return ({ account_id, limits, version }) =>
    setLimits(db.of(account_id), account_id, {
      urlsPerDay: limits.urls_per_day,
      urlsPerMonth: limits.urls_per_month,
      version,
    })
}
