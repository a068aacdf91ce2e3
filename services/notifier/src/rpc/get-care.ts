import type { Database } from '@pagebell/postgres/database'
import type { ChannelCare } from '@pagebell/rpc/contracts'
import type { Handler } from '@pagebell/rpc/serve-rpc'
import { listKeyFiles, type SeenKeyFile } from '../queries/key-files.ts'
import { listPauses } from '../queries/list-pauses.ts'
import { isUuid } from '../read-request.ts'

/** Another account's project is as empty as one that nobody has. */
export function getCare(db: Database): Handler<typeof ChannelCare, 'getCare'> {
  return async ({ account_id, project_id }) => {
    if (!isUuid(account_id) || !isUuid(project_id)) return { paused: [], key_files: [] }
    // Pauses for everybody are nobody's own: what is asked for names the account itself.
    const pauses = await db.query<{ channel: string }>(listPauses(account_id, project_id))
    const files = await db.of(account_id).query<SeenKeyFile>(listKeyFiles(account_id, project_id))
    return { paused: pauses.rows.map(({ channel }) => channel), key_files: files.rows.map(keyFileReply) }
  }
}

const keyFileReply = ({ host, checked_at, problem }: SeenKeyFile) => ({
  host,
  ...(checked_at !== null && { checked_at }),
  ...(problem !== null && { problem }),
})
