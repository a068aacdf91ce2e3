import { fault } from '@pagebell/faults/fault'
import { isId, requireIds } from '@pagebell/faults/ids'
import { isTimestamp } from '@pagebell/lists/timestamp'
import type { Queryable } from '@pagebell/postgres/database'
import { Scores } from '@pagebell/rpc/contracts'
import { implement } from '@pagebell/rpc/serve-rpc'
import { toReport } from '../reports/report.ts'
import { findScoreDays, findWorsenedReports, sumProjectScores } from './scores.sql.ts'

const maxProjects = 100
const maxReports = 100

type ScoreTools = {
  /** An account's rows, maybe from a replica that lags. */
  lists: (accountId: string) => Queryable
}

/** Scores over time. */
export const scoresRpc = ({ lists }: ScoreTools) =>
  implement(Scores, {
    async listScoreDays({ account_id, project_id, from }) {
      requireIds({ account_id, ...(project_id !== undefined && { project_id }) })
      return { days: await findScoreDays(lists(account_id), account_id, project_id, dayOf('from', from)) }
    },

    async sumProjectScores({ account_id, project_ids, from, before }) {
      requireIds({ account_id })
      const text = `must be at most ${maxProjects} UUIDs`
      if (project_ids.length > maxProjects || !project_ids.every(isId))
        throw fault('invalid', `project_ids ${text}.`, { errors: { project_ids: [text] } })
      const days = { from: dayOf('from', from), before: dayOf('before', before) }
      return { projects: await sumProjectScores(lists(account_id), account_id, project_ids, days) }
    },

    async listWorsened({ account_id, project, per_page }) {
      requireIds({ account_id })
      const limit = Math.min(Math.max(per_page, 1), maxReports)
      const found = await findWorsenedReports(lists(account_id), account_id, project, limit)
      return { reports: found.map(({ score_before, ...row }) => ({ report: toReport(row), score_before })) }
    },
  })

/** The day in UTC of a time. Throws fault invalid on the field for anything but an RFC 3339 time. */
function dayOf(field: string, text: string): string {
  if (!isTimestamp(text)) throw fault('invalid', `${field} is not a time.`, { errors: { [field]: ['is not a time'] } })
  return new Date(text).toISOString().slice(0, 10)
}
