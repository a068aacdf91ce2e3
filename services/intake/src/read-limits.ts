import { fault } from '@pagebell/faults/fault'
import type { Limits } from './queries/set-limits.ts'

/** The limits of a call; absent numbers mean unlimited, absent limits are a mistake of the caller. */
export function readLimits(
  limits: { urls_per_day?: number; urls_per_month?: number; version: number } | null | undefined,
): Limits {
  if (!limits) throw fault('malformed', 'limits are required.')
  return {
    urlsPerDay: limits.urls_per_day ?? null,
    urlsPerMonth: limits.urls_per_month ?? null,
    version: limits.version,
  }
}
