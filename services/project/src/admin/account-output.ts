import type { Account__Output as Account } from '@pagebell/protos/project/v1/Account'

/** An account as commands print it for programs. */
export function accountJson({ account_id, email, plan, created_at, suspended_at }: Account) {
  return { account_id, email, plan, created_at, suspended_at: suspended_at ?? null }
}

/** An account in one line. */
export function accountLine({ account_id, email, plan, created_at, suspended_at }: Account): string {
  const state = suspended_at === undefined ? '' : `; suspended since ${suspended_at}`
  return `${account_id}  ${email}  ${plan}; made ${created_at}${state}`
}
