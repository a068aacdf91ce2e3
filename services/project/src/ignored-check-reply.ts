import type { IgnoredCheckRow } from './queries/list-ignored-checks.ts'

/** An ignored check as the contract has it: what says nothing is absent. */
export function ignoredCheckReply({ check_id, url, reason, expires_at, created_at }: IgnoredCheckRow) {
  return {
    check: check_id,
    reason,
    created_at,
    ...(url !== '' && { url }),
    ...(expires_at !== null && { expires_at }),
  }
}
