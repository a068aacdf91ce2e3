import { projectDeleted } from '@pagebell/messages/project-deleted'
import { enqueue } from '@pagebell/outbox/outbox'
import type { Projects } from '@pagebell/rpc/contracts'
import type { Handler } from '@pagebell/rpc/serve-rpc'
import { storedProjectName } from '@pagebell/urls/project-name'
import { isUuid } from '../is-uuid.ts'
import { noProject } from '../not-found.ts'
import { projectReply } from '../project-reply.ts'
import { deleteProject as deleteProjectRow } from '../queries/delete-project.ts'
import type { ServiceTools } from '../service-tools.ts'

export const deleteProject =
  ({ db, outbox }: ServiceTools): Handler<typeof Projects, 'deleteProject'> =>
  async ({ account_id, project }) => {
    const name = storedProjectName(project)
    if (name === undefined || !isUuid(account_id)) throw noProject()
    const row = await db.of(account_id).transaction(async (q) => {
      const deleted = await deleteProjectRow(q, account_id, name)
      if (deleted === undefined) throw noProject()
      const { project_id, deleted_at } = deleted
      await enqueue(q, projectDeleted, { account_id, project_id, project: name, deleted_at }, project_id)
      return deleted
    })
    outbox.flush()
    return projectReply(row)
  }
