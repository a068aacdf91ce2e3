import type { DueItems } from '@pagebell/fair-queue/fair-cursor'
import type { Queryable } from '@pagebell/postgres/database'
import { findDueAccount, findDueGroup, type Group, maxGroupSteps } from './due.sql.ts'

const nil = '00000000-0000-0000-0000-000000000000'
/** Accounts whose unfinished searches are remembered. */
const maxAccounts = 10_000

/** Before all groups of an account. */
const firstGroup = (account: string): Group => {
  return { account_id: account, project_id: nil, host: '', action: 'delete', part: nil }
}

/** What is due of one account. */
export function dueGroupsOf(q: Queryable, channel: string, via: string, account: string): DueItems<Group> {
  const { findGroup } = dueGroups(q, channel, via)
  return {
    findGroup,
    async findAccount(after) {
      if (after !== undefined) return undefined
      const group = await findGroup(account, firstGroup(account))
      return group && { account, group }
    },
  }
}

/** What is due of a channel at an endpoint; `via` is empty for the operator's. */
export function dueGroups(q: Queryable, channel: string, via: string): DueItems<Group> {
  /** Where a search ended that found nothing due within its steps: the next one continues from there. */
  const searched = new Map<string, Group>()

  async function findGroup(account: string, after: Group): Promise<Group | undefined> {
    const reached = await findDueGroup(q, channel, via, searched.get(account) ?? after)
    searched.delete(account)
    if (reached === undefined) return undefined
    const { is_due, steps, ...place } = reached
    const group = { account_id: account, ...place }
    if (is_due) return group
    if (steps >= maxGroupSteps && searched.size < maxAccounts) searched.set(account, group)
    return undefined
  }

  return {
    findGroup,
    async findAccount(after = nil) {
      let account = after
      for (;;) {
        const found = await findDueAccount(q, channel, via, account)
        if (found === undefined) return undefined
        const { is_free, ...oldest } = found
        account = oldest.account_id
        // What has waited most is being sent; another group of the account may be due.
        const group = is_free ? oldest : await findGroup(account, firstGroup(account))
        if (group !== undefined) return { account, group }
      }
    },
  }
}
