import { fault } from '@pagebell/faults/fault'
import type { IgnoredChecks } from '@pagebell/rpc/contracts'
import type { Handler } from '@pagebell/rpc/serve-rpc'
import { storedProjectName } from '@pagebell/urls/project-name'
import { changeIgnoredChecks } from '../change-ignored-checks.ts'
import { checkPage } from '../check-ignored.ts'
import { ignoredCheckReply } from '../ignored-check-reply.ts'
import { noProject } from '../not-found.ts'
import { deleteIgnoredCheck as deleteRow } from '../queries/delete-ignored-check.ts'
import type { ServiceTools } from '../service-tools.ts'

export const deleteIgnoredCheck =
  ({ db, outbox }: ServiceTools): Handler<typeof IgnoredChecks, 'deleteIgnoredCheck'> =>
  async ({ account_id: accountId, project, check, url }) => {
    const name = storedProjectName(project)
    if (name === undefined) throw noProject()
    const page = checkPage(url, name)
    const deleted = await changeIgnoredChecks(db, { accountId, name }, async (q, projectId) => {
      const row = await deleteRow(q, accountId, projectId, { check, url: page })
      if (row === undefined) throw fault('not_found', 'This check is not ignored.')
      return row
    })
    outbox.flush()
    return ignoredCheckReply(deleted)
  }
