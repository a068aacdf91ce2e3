import { fault } from '@pagebell/faults/fault'
import type { Period__Output as Period } from '@pagebell/protos/intake/v1/Period'
import type { Usage__Output as Usage } from '@pagebell/protos/intake/v1/Usage'
import type { Account__Output as Account } from '@pagebell/protos/project/v1/Account'
import type { Quota } from './parts/quota-bar.ts'

/** The quotas of day and month. The limits are the plan's; intake, which counts, may not have heard of a new one yet. */
export const quotasOf = ({ limits }: Account, { day, month }: Usage): [today: Quota, month: Quota] => [
  quota('Today', day, limits?.urls_per_day),
  quota('This month', month, limits?.urls_per_month),
]

function quota(name: string, period: Period | null | undefined, limit: number | undefined): Quota {
  if (period === null || period === undefined) throw fault('internal', 'intake answered a usage without a period')
  return { name, limit, used: period.used, resetsAt: period.resets_at }
}
