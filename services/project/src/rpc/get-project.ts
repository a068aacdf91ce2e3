import type { Projects } from '@pagebell/rpc/contracts'
import type { Handler } from '@pagebell/rpc/serve-rpc'
import { storedProjectName } from '@pagebell/urls/project-name'
import { isUuid } from '../is-uuid.ts'
import { noProject } from '../not-found.ts'
import { projectReply } from '../project-reply.ts'
import { getProject as getProjectRow } from '../queries/get-project.ts'
import type { ServiceTools } from '../service-tools.ts'

export const getProject =
  ({ db }: ServiceTools): Handler<typeof Projects, 'getProject'> =>
  async ({ account_id, project }) => {
    const name = storedProjectName(project)
    if (name === undefined || !isUuid(account_id)) throw noProject()
    const row = await getProjectRow(db.of(account_id), account_id, name)
    if (row === undefined) throw noProject()
    return projectReply(row)
  }
