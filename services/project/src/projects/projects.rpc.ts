import { type Fault, fault } from '@pagebell/faults/fault'
import { isId } from '@pagebell/faults/ids'
import { cutPage } from '@pagebell/lists/keyset'
import { cappedTotal, totalFromPage } from '@pagebell/lists/total'
import { projectDeleted } from '@pagebell/messages/project-deleted'
import { enqueue } from '@pagebell/outbox/outbox'
import { Projects } from '@pagebell/rpc/contracts'
import { implement } from '@pagebell/rpc/serve-rpc'
import { storedProjectName } from '@pagebell/urls/project-name'
import { answerOnce } from '../idempotency.ts'
import type { ServiceTools } from '../service-tools.ts'
import { noAccount, noProject, parseId } from '../validation.ts'
import { checkProjectName, insertWithinPlan, publishPreflight, toProjectReply } from './project.ts'
import { countProjects, listProjects } from './project-list.sql.ts'
import { nextCursor, readListRequest } from './project-list.ts'
import { deleteProject, findProject, updatePreflight } from './projects.sql.ts'

/** Another call may create the project between the look-up and the insert, and a third delete it again. */
const maxAttempts = 5

export const projectsRpc = ({ db, outbox }: Pick<ServiceTools, 'db' | 'outbox'>) =>
  implement(Projects, {
    /** An unknown account has no projects. */
    async listProjects(request) {
      const list = readListRequest(request)
      if (!isId(list.accountId)) return { projects: [], total: 0, total_is_capped: false }

      const q = db.forAccount(list.accountId)
      const found = await listProjects(q, { ...list, limit: list.limit + 1 })
      const { rows, last, more } = cutPage(found, list.limit)
      const exact = 'offset' in list.start ? totalFromPage(list.start.offset, rows.length, !more) : undefined
      const total = exact ?? cappedTotal(await countProjects(q, list.accountId, list.pattern))
      const next_cursor = more && last ? nextCursor(list, last) : undefined
      return { projects: rows.map(toProjectReply), ...total, next_cursor }
    },

    async getProject({ account_id, project }) {
      const name = storedProjectName(project)
      const accountId = parseId(account_id, noProject)
      const row = name === undefined ? undefined : await findProject(db.forAccount(accountId), accountId, name)
      if (row === undefined) throw noProject()
      return toProjectReply(row)
    },

    async createProject({ account_id: id, project, preflight, idempotency }) {
      const name = checkProjectName(project)
      const account_id = parseId(id, noAccount)
      const reply = await db.forAccount(account_id).transaction((q) => {
        const create = async () => {
          const row = await insertWithinPlan(q, account_id, name, preflight)
          if (row === undefined) throw projectExists(name)
          return toProjectReply(row)
        }
        return idempotency === null ? create() : answerOnce(q, account_id, idempotency, create)
      })
      if (preflight === true) outbox.flush()
      return reply
    },

    async changeProject({ account_id: id, project, preflight }) {
      const name = storedProjectName(project)
      const account_id = parseId(id, noProject)
      if (name === undefined) throw noProject()
      const row = await db.forAccount(account_id).transaction(async (q) => {
        const changed =
          preflight === undefined
            ? await findProject(q, account_id, name)
            : await updatePreflight(q, account_id, name, preflight)
        if (changed === undefined) throw noProject()
        if (preflight !== undefined) await publishPreflight(q, account_id, changed)
        return changed
      })
      outbox.flush()
      return toProjectReply(row)
    },

    /** The project of this name, created if there is none. */
    async ensureProject({ account_id, project }) {
      const name = checkProjectName(project)
      const accountId = parseId(account_id, noAccount)
      const q = db.forAccount(accountId)
      for (let attempt = 0; attempt < maxAttempts; attempt++) {
        const found = await findProject(q, accountId, name)
        const row = found ?? (await q.transaction((transaction) => insertWithinPlan(transaction, accountId, name)))
        if (row !== undefined) return toProjectReply(row)
      }
      throw fault('unavailable', `The project ${name} is created and deleted at the same time.`, {
        retryAfterSeconds: 1,
      })
    },

    async deleteProject({ account_id: id, project }) {
      const name = storedProjectName(project)
      const account_id = parseId(id, noProject)
      if (name === undefined) throw noProject()
      const row = await db.forAccount(account_id).transaction(async (q) => {
        const deleted = await deleteProject(q, account_id, name)
        if (deleted === undefined) throw noProject()
        const { project_id, deleted_at } = deleted
        await enqueue(q, projectDeleted, { account_id, project_id, project: name, deleted_at }, project_id)
        return deleted
      })
      outbox.flush()
      return toProjectReply(row)
    },
  })

function projectExists(name: string): Fault {
  const errors = { project: ['Use a site that is not among your projects.'] }
  return fault('conflict', `The account already has a project ${name}.`, { code: 'project_exists', errors })
}
