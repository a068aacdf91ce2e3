import { randomUUIDv7 } from 'node:crypto'
import { keyRevoked } from '@pagebell/messages/key-revoked'
import { enqueue } from '@pagebell/outbox/outbox'
import type { Queryable } from '@pagebell/postgres/database'
import type { Accounts } from '@pagebell/rpc/contracts'
import type { Handler } from '@pagebell/rpc/serve-rpc'
import { accountReply } from '../account-reply.ts'
import { isEmail } from '../check-email.ts'
import { enqueuePlanChanged } from '../enqueue-plan-changed.ts'
import { noAccount } from '../not-found.ts'
import { checkPlan } from '../plan-limits.ts'
import { listKeys } from '../queries/list-keys.ts'
import { updatePlan } from '../queries/update-plan.ts'
import type { ServiceTools } from '../service-tools.ts'

export const changePlan =
  ({ db, outbox }: ServiceTools): Handler<typeof Accounts, 'changePlan'> =>
  async ({ email, plan: asked }) => {
    const plan = checkPlan(asked)
    if (!isEmail(email)) throw noAccount()
    const row = await db.transaction(async (q) => {
      const changed = await updatePlan(q, email, plan)
      if (changed === undefined) throw noAccount()
      await enqueuePlanChanged(q, changed)
      await forgetCallers(q, changed.account_id)
      return changed
    })
    outbox.flush()
    return accountReply(row)
  }

/** The gateways remember callers with their limits: the API rate of the new plan counts from the next call on as well. */
async function forgetCallers(q: Queryable, accountId: string): Promise<void> {
  for (const { key_id, revoked_at } of await listKeys(q, accountId)) {
    if (revoked_at === null) await enqueue(q, keyRevoked, { account_id: accountId, key_id }, randomUUIDv7())
  }
}
