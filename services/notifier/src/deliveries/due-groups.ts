import type { DueItems } from '@pagebell/fair-queue/fair-cursor'
import type { Queryable } from '@pagebell/postgres/database'
import { findDueAccount, findDueGroup, type Group, maxGroupSteps } from './due.sql.ts'

const nil = '00000000-0000-0000-0000-000000000000'
/** Accounts whose unfinished searches are remembered. */
const maxAccounts = 10_000

/** What is due of one account. */
export function dueGroupsOf(q: Queryable, channel: string, via: string, account: string): DueItems<Group> {
  const { findGroup } = dueGroups(q, channel, via)
  const first: Group = { account_id: account, project_id: nil, host: '', action: 'delete', part: nil }
  return {
    findGroup,
    async findAccount(after) {
      if (after !== undefined) return undefined
      const group = await findGroup(account, first)
      return group && { account, group }
    },
  }
}

/** What is due of a channel at an endpoint; `via` is empty for the operator's. */
export function dueGroups(q: Queryable, channel: string, via: string): DueItems<Group> {
  /** Where a search ended that found nothing due within its steps: the next one continues from there. */
  const searched = new Map<string, Group>()

  return {
    async findAccount(after = nil) {
      const group = await findDueAccount(q, channel, via, after)
      return group && { account: group.account_id, group }
    },

    async findGroup(account, after) {
      const reached = await findDueGroup(q, channel, via, searched.get(account) ?? after)
      searched.delete(account)
      if (reached === undefined) return undefined
      const { is_due, steps, ...place } = reached
      const group = { account_id: account, ...place }
      if (is_due) return group
      if (steps >= maxGroupSteps && searched.size < maxAccounts) searched.set(account, group)
      return undefined
    },
  }
}
