import { accountReply } from './account-reply.ts'
import { isEmail } from './check-email.ts'
import { enqueuePlanChanged } from './enqueue-plan-changed.ts'
import { forgetCallers } from './forget-callers.ts'
import { noAccount } from './not-found.ts'
import { setSuspended } from './queries/set-suspended.ts'
import type { ServiceTools } from './service-tools.ts'

/**
 * Suspends an account or lets it go on, with the messages that make it count: the limits that intake and report keep to,
 * and for gateways each of its keys. Sessions are looked up with their account.
 */
export async function changeSuspension({ db, outbox }: ServiceTools, email: string, suspended: boolean) {
  if (!isEmail(email)) throw noAccount()
  const row = await db.transaction(async (q) => {
    const changed = await setSuspended(q, email, suspended)
    if (changed === undefined) throw noAccount()
    await enqueuePlanChanged(q, changed)
    await forgetCallers(q, changed.account_id)
    return changed
  })
  outbox.flush()
  return accountReply(row)
}
