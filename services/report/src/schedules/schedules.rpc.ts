import { fault } from '@pagebell/faults/fault'
import { requireIds } from '@pagebell/faults/ids'
import type { Database } from '@pagebell/postgres/database'
import { Schedules } from '@pagebell/rpc/contracts'
import { implement } from '@pagebell/rpc/serve-rpc'
import { requireProjects } from '../projects/require-projects.ts'
import { planAfter, readSettings, toSchedule } from './schedule.ts'
import { deleteSchedule, findSchedule, putSchedule, type ScheduleKey } from './schedules.sql.ts'

/** The schedule of a project. Another account's project has as few as one that does not exist. */
export function schedulesRpc({ db, now }: { db: Database; now: () => Date }) {
  const keyOf = ({ account_id, project_id }: { account_id: string; project_id: string }): ScheduleKey => {
    requireIds({ account_id, project_id })
    // As stored: the project's lock is by its text.
    return { accountId: account_id.toLowerCase(), projectId: project_id.toLowerCase() }
  }

  async function find(key: ScheduleKey) {
    const row = await findSchedule(db.forAccount(key.accountId), key)
    if (row === undefined) throw noSuchSchedule()
    return toSchedule(row)
  }

  return implement(Schedules, {
    async putSchedule(request) {
      const settings = readSettings(request)
      const key = keyOf(request)
      const at = now()
      const put = { project: request.project, settings, plan: planAfter(settings, key, at), now: at }
      await db.forAccount(key.accountId).transaction(async (q) => {
        await requireProjects(q, key.accountId, [key.projectId])
        await putSchedule(q, key, put)
      })
      return find(key)
    },

    getSchedule: (asked) => find(keyOf(asked)),

    async deleteSchedule(asked) {
      const key = keyOf(asked)
      if (!(await deleteSchedule(db.forAccount(key.accountId), key))) throw noSuchSchedule()
      return {}
    },
  })
}

const noSuchSchedule = () => fault('not_found', 'The project has no schedule.')
