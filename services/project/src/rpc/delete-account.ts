import { projectDeleted } from '@pagebell/messages/project-deleted'
import { enqueue } from '@pagebell/outbox/outbox'
import type { Accounts } from '@pagebell/rpc/contracts'
import type { Handler } from '@pagebell/rpc/serve-rpc'
import { accountReply } from '../account-reply.ts'
import { isEmail } from '../check-email.ts'
import { enqueuePlanChanged } from '../enqueue-plan-changed.ts'
import { forgetCallers } from '../forget-callers.ts'
import { noAccount } from '../not-found.ts'
import { deleteAccount as deleteAccountRows } from '../queries/delete-account.ts'
import { deleteProjects } from '../queries/delete-projects.ts'
import { setSuspended } from '../queries/set-suspended.ts'
import type { ServiceTools } from '../service-tools.ts'

export const deleteAccount =
  ({ db, outbox }: ServiceTools): Handler<typeof Accounts, 'deleteAccount'> =>
  async ({ email }) => {
    if (!isEmail(email)) throw noAccount()
    const deleted = await db.transaction(async (q) => {
      // Suspended first: whoever keeps to its limits takes nothing more in its name, and its row is locked.
      const row = await setSuspended(q, email, true)
      if (row === undefined) throw noAccount()
      const { account_id } = row
      await enqueuePlanChanged(q, row)
      await forgetCallers(q, account_id)
      const projects = await deleteProjects(q, account_id)
      for (const { project_id, name: project, deleted_at } of projects) {
        await enqueue(q, projectDeleted, { account_id, project_id, project, deleted_at }, project_id)
      }
      await deleteAccountRows(q, account_id)
      return { account: accountReply(row), projects: projects.length }
    })
    outbox.flush()
    return deleted
  }
