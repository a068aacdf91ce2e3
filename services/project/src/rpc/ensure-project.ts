import { fault } from '@pagebell/faults/fault'
import type { Projects } from '@pagebell/rpc/contracts'
import type { Handler } from '@pagebell/rpc/serve-rpc'
import { checkProjectName } from '../check-project-name.ts'
import { isUuid } from '../is-uuid.ts'
import { makeProject } from '../make-project.ts'
import { noAccount } from '../not-found.ts'
import { projectReply } from '../project-reply.ts'
import { getProject } from '../queries/get-project.ts'
import type { ServiceTools } from '../service-tools.ts'

/** Between looking and making, another call may make the project, and a third delete it again. */
const tries = 5

export const ensureProject =
  ({ db }: ServiceTools): Handler<typeof Projects, 'ensureProject'> =>
  async ({ account_id, project }) => {
    const name = checkProjectName(project)
    if (!isUuid(account_id)) throw noAccount()
    const own = db.of(account_id)
    for (let attempt = 0; attempt < tries; attempt++) {
      const found = await getProject(own, account_id, name)
      const row = found ?? (await own.transaction((q) => makeProject(q, account_id, name)))
      if (row !== undefined) return projectReply(row)
    }
    throw fault('unavailable', `The project ${name} is being made and deleted at once.`, { retryAfterSeconds: 1 })
  }
