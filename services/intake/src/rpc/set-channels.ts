import { fault } from '@pagebell/faults/fault'
import type { Database } from '@pagebell/postgres/database'
import type { Quotas } from '@pagebell/rpc/contracts'
import type { Handler } from '@pagebell/rpc/serve-rpc'
import { checkUuid } from '../check-uuid.ts'
import { setChannels as store } from '../queries/set-channels.ts'

export function setChannels(db: Database, forget: (projectId: string) => void): Handler<typeof Quotas, 'setChannels'> {
  return async ({ account_id, project_id, ready, chosen, version }) => {
    checkUuid({ account_id, project_id })
    if (ready.length === 0 || chosen.length === 0) throw fault('malformed', 'ready and chosen are required.')
    await store(db.of(account_id), { account_id, project_id, ready, chosen, version })
    forget(project_id)
    return {}
  }
}
