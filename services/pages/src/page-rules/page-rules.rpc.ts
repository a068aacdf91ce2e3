import { fault } from '@pagebell/faults/fault'
import { requireIds } from '@pagebell/faults/ids'
import { parsePageRules } from '@pagebell/page-content/page-rules'
import type { Database } from '@pagebell/postgres/database'
import type { Pages } from '@pagebell/rpc/contracts'
import type { HandlersOf } from '@pagebell/rpc/serve-rpc'
import { isProjectDeleted, lockProject } from '../projects/projects.sql.ts'
import { findRules, putRules, type StoredRules } from './page-rules.sql.ts'

type RuleHandlers = Pick<HandlersOf<typeof Pages>, 'getPageRules' | 'putPageRules'>

/** The rules of a project: which element is main, and what does not count. */
export const pageRuleHandlers = (db: Database): RuleHandlers => ({
  async getPageRules({ account_id, project_id }) {
    requireIds({ account_id, project_id })
    const key = { accountId: account_id, projectId: project_id }
    const { own } = await findRules(db.forAccount(account_id), key)
    return { rules_json: JSON.stringify(own) }
  },

  async putPageRules({ account_id, project_id, rules_json }) {
    requireIds({ account_id, project_id })
    const rules = JSON.parse(rules_json) as unknown
    const parsed = parsePageRules(rules)
    if (!parsed.ok) {
      const errors = Object.fromEntries(parsed.faults.map(({ field, message }) => [field, [message]]))
      throw fault('invalid', 'The page rules cannot be used.', { errors })
    }
    const key = { accountId: account_id, projectId: project_id }
    await db.forAccount(account_id).transaction(async (q) => {
      await lockProject(q, project_id, 'shared')
      if (await isProjectDeleted(q, account_id, project_id)) throw fault('not_found', 'There is no such project.')
      await putRules(q, key, rules as StoredRules)
    })
    return { rules_json: JSON.stringify(rules) }
  },
})
