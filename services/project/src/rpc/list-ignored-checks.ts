import type { IgnoredChecks } from '@pagebell/rpc/contracts'
import type { Handler } from '@pagebell/rpc/serve-rpc'
import { storedProjectName } from '@pagebell/urls/project-name'
import { ignoredCheckReply } from '../ignored-check-reply.ts'
import { isUuid } from '../is-uuid.ts'
import { noProject } from '../not-found.ts'
import { getProject } from '../queries/get-project.ts'
import { listIgnoredChecks as listRows } from '../queries/list-ignored-checks.ts'
import type { ServiceTools } from '../service-tools.ts'

export const listIgnoredChecks =
  ({ db }: ServiceTools): Handler<typeof IgnoredChecks, 'listIgnoredChecks'> =>
  async ({ account_id, project }) => {
    const name = storedProjectName(project)
    if (name === undefined || !isUuid(account_id)) throw noProject()
    const own = db.of(account_id)
    const row = await getProject(own, account_id, name)
    if (row === undefined) throw noProject()
    return { ignored_checks: (await listRows(own, account_id, row.project_id)).map(ignoredCheckReply) }
  }
