import { fault } from '@pagebell/faults/fault'
import type { Queryable } from '@pagebell/postgres/database'
import type { Projects } from '@pagebell/rpc/contracts'
import type { Handler } from '@pagebell/rpc/serve-rpc'
import { answerOnce } from '../answer-once.ts'
import { checkProjectName } from '../check-project-name.ts'
import { isUuid } from '../is-uuid.ts'
import { makeProject } from '../make-project.ts'
import { noAccount } from '../not-found.ts'
import { projectReply } from '../project-reply.ts'
import type { ServiceTools } from '../service-tools.ts'

export const createProject =
  ({ db }: ServiceTools): Handler<typeof Projects, 'createProject'> =>
  async ({ account_id, project, idempotency }) => {
    const name = checkProjectName(project)
    if (!isUuid(account_id)) throw noAccount()
    return db.of(account_id).transaction((q) => {
      const create = () => insert(q, account_id, name)
      return idempotency === null ? create() : answerOnce(q, account_id, idempotency, create)
    })
  }

async function insert(q: Queryable, accountId: string, name: string) {
  const row = await makeProject(q, accountId, name)
  if (row !== undefined) return projectReply(row)
  const errors = { project: ['Use a site that is not among your projects.'] }
  throw fault('conflict', `There is a project ${name} already.`, { code: 'project_exists', errors })
}
