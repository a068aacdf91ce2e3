import { fault } from '@pagebell/faults/fault'
import { isId, requireIds } from '@pagebell/faults/ids'
import type { Database } from '@pagebell/postgres/database'
import type { Pages } from '@pagebell/rpc/contracts'
import type { HandlersOf } from '@pagebell/rpc/serve-rpc'
import { countBlock, listBlocks } from './changing-blocks.sql.ts'

type BlockHandlers = Pick<HandlersOf<typeof Pages>, 'listChangingBlocks' | 'countChangingBlock'>

/** The blocks of a project's pages that change by themselves. */
export const changingBlockHandlers = (db: Database): BlockHandlers => ({
  async listChangingBlocks({ account_id, project_id }) {
    requireIds({ account_id, project_id })
    return { blocks: await listBlocks(db.forAccount(account_id), { accountId: account_id, projectId: project_id }) }
  },

  async countChangingBlock({ account_id, project_id, id }) {
    requireIds({ account_id, project_id })
    const key = { accountId: account_id, projectId: project_id }
    const isFound = isId(id) && (await db.forAccount(account_id).transaction((q) => countBlock(q, key, id)))
    if (!isFound) throw fault('not_found', 'There is no such block.')
    return {}
  },
})
