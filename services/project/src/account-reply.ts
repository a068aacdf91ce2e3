import { limitsReply } from './plan-limits.ts'
import type { AccountRow } from './queries/get-account.ts'

/** An account as the contract has it. */
export function accountReply(row: AccountRow) {
  return { ...row, limits: limitsReply(row.plan) }
}
