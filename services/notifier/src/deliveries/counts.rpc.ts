import { deliveryStatuses } from '@pagebell/channel-settings/delivery-statuses'
import { fault } from '@pagebell/faults/fault'
import { isId, requireIds } from '@pagebell/faults/ids'
import type { Queryable } from '@pagebell/postgres/database'
import { DeliveryCounts } from '@pagebell/rpc/contracts'
import { implement } from '@pagebell/rpc/serve-rpc'
import { countEnded, countStatuses, findEndedHours, measureTimes } from './counts.sql.ts'
import { readTime, requireTime } from './delivery.ts'

const maxProjects = 100

type CountTools = {
  /** An account's rows, maybe from a replica that lags. */
  lists: (accountId: string) => Queryable
}

/** Counts of the delivery log, none of which reads much of it. */
export const deliveryCountsRpc = ({ lists }: CountTools) =>
  implement(DeliveryCounts, {
    async countStatuses({ account_id, project, channel, batch_id, from, until }) {
      requireIds({ account_id })
      const times = { from: readTime('from', from), until: readTime('until', until) }
      if (batch_id !== undefined && !isId(batch_id)) return { statuses: [] }
      const filter = { accountId: account_id, project, channel, batchId: batch_id, ...times }
      return { statuses: await countStatuses(lists(account_id), filter, [...deliveryStatuses]) }
    },

    async listEndedHours({ account_id, project_id, from }) {
      requireIds({ account_id, ...(project_id !== undefined && { project_id }) })
      return { hours: await findEndedHours(lists(account_id), account_id, project_id, requireTime('from', from)) }
    },

    async countEnded({ account_id, project_ids, from }) {
      requireIds({ account_id })
      const text = `must be at most ${maxProjects} UUIDs`
      if (project_ids.length > maxProjects || !project_ids.every(isId))
        throw fault('invalid', `project_ids ${text}.`, { errors: { project_ids: [text] } })
      return { projects: await countEnded(lists(account_id), account_id, project_ids, requireTime('from', from)) }
    },

    async measureTimes({ account_id, project }) {
      requireIds({ account_id })
      return { channels: await measureTimes(lists(account_id), account_id, project) }
    },
  })
