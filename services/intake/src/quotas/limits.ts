import { fault } from '@pagebell/faults/fault'
import type { AccountLimits } from './quotas.sql.ts'

type LimitsMessage = {
  urls_per_day?: number | null
  urls_per_month?: number | null
  hook_requests_per_minute?: number | null
  version: number
}

/** The limits of a request or message; absent numbers mean unlimited. Throws fault `malformed` without limits. */
export function toAccountLimits(limits: LimitsMessage | null | undefined): AccountLimits {
  if (!limits) throw fault('malformed', 'limits are required.')
  return {
    urlsPerDay: limits.urls_per_day ?? null,
    urlsPerMonth: limits.urls_per_month ?? null,
    requestsPerMinute: limits.hook_requests_per_minute ?? null,
    version: limits.version,
  }
}
