import { limitsReply } from './plan-limits.ts'
import type { AccountRow } from './queries/get-account.ts'

/** An account as the contract has it. */
export function accountReply({ suspended_at, ...row }: AccountRow) {
  return { ...row, ...(suspended_at !== null && { suspended_at }), limits: limitsReply(row.plan) }
}
