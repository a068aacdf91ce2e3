import { requireIds } from '@pagebell/faults/ids'
import type { Database } from '@pagebell/postgres/database'
import { Hooks } from '@pagebell/rpc/contracts'
import { implement } from '@pagebell/rpc/serve-rpc'
import { toHookReply } from './hook.ts'
import { deleteHook, findHook, setHookEnabled } from './hooks.sql.ts'
import { rotateHook } from './rotate-hook.rpc.ts'
import type { TokenOwners } from './token-owners.ts'

type HookTools = { db: Database; tokenOwners: Pick<TokenOwners, 'forgetProject'> }

/** The webhook of a project. A change counts from the next request on: it waits for those that are being committed. */
export const hooksRpc = ({ db, tokenOwners: { forgetProject } }: HookTools) =>
  implement(Hooks, {
    async getHook({ account_id, project_id }) {
      requireIds({ account_id, project_id })
      return toHookReply(await findHook(db.forAccount(account_id), account_id, project_id))
    },

    rotateHook: (request) => rotateHook(db, request).finally(() => forgetProject(request.project_id)),

    async setHookEnabled({ account_id, project_id, enabled }) {
      requireIds({ account_id, project_id })
      const q = db.forAccount(account_id)
      await setHookEnabled(q, account_id, project_id, enabled).finally(() => forgetProject(project_id))
      return toHookReply(await findHook(q, account_id, project_id))
    },

    /** Deletes the tokens permanently. Returns the hook as it was, disabled. */
    async revokeHook({ account_id, project_id }) {
      requireIds({ account_id, project_id })
      const revoked = db.forAccount(account_id).transaction(async (q) => {
        const hook = toHookReply(await findHook(q, account_id, project_id))
        await deleteHook(q, account_id, project_id)
        return { ...hook, enabled: false }
      })
      return revoked.finally(() => forgetProject(project_id))
    },
  })
