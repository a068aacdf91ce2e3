import type { Accounts } from '@pagebell/rpc/contracts'
import type { Handler } from '@pagebell/rpc/serve-rpc'
import { accountReply } from '../account-reply.ts'
import { isEmail } from '../check-email.ts'
import { enqueuePlanChanged } from '../enqueue-plan-changed.ts'
import { forgetCallers } from '../forget-callers.ts'
import { noAccount } from '../not-found.ts'
import { checkPlan } from '../plan-limits.ts'
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
