import { fault } from '@pagebell/faults/fault'
import { requireIds } from '@pagebell/faults/ids'
import type { Database } from '@pagebell/postgres/database'
import type { Quotas } from '@pagebell/rpc/contracts'
import type { HandlersOf } from '@pagebell/rpc/serve-rpc'
import { setProjectChannels } from './project-channels.sql.ts'

/** What `channels.changed` says too, so that a change counts from the next request on. */
export const projectChannelHandlers = (
  db: Database,
  forget: (projectId: string) => void,
): Pick<HandlersOf<typeof Quotas>, 'setChannels'> => ({
  async setChannels({ account_id, project_id, ready, chosen, version }) {
    requireIds({ account_id, project_id })
    if (ready.length === 0 || chosen.length === 0) throw fault('malformed', 'ready and chosen are required.')
    await setProjectChannels(db.forAccount(account_id), { account_id, project_id, ready, chosen, version })
    forget(project_id)
    return {}
  },
})
