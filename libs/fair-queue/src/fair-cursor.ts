/**
 * Due rows of a table, ordered by account and, within an account, by group (a host, an endpoint). Each method must be
 * one index lookup, so that its cost does not grow with the backlog.
 */
export type DueItems<Group> = {
  /** The first due group of the next account after this one that has any; from the start if undefined. */
  findAccount(after: string | undefined): Promise<{ account: string; group: Group } | undefined>
  /** The next due group of the account after this one. */
  findGroup(account: string, after: Group): Promise<Group | undefined>
}

/** A group that no other worker of this process gets until it is released or given back. */
export type Turn<Group> = {
  account: string
  group: Group
  /** Ends the turn: the group can be taken again. */
  release(): void
  /** Ends the turn unused: the next `take` returns the group first. */
  giveBack(): void
}

export type FairCursor<Group> = {
  /** The next group in turn; undefined if nothing is due. */
  next(): Promise<{ account: string; group: Group } | undefined>
  /** The same for concurrent workers: groups that are held are skipped. */
  take(): Promise<Turn<Group> | undefined>
}

type Found<Group> = { account: string; group: Group }

/**
 * Round-robin on two levels over a table: over accounts with due rows, then over the groups of each account. An account
 * gets one turn per round, whether it has one group or a thousand. The positions are in memory: a restart begins a new
 * round, so that no account loses more than the current one.
 */
export function createFairCursor<Group>(due: DueItems<Group>, maxAccounts = 10_000): FairCursor<Group> {
  let lastAccount: string | undefined
  const lastGroups = new Map<string, Group>()
  const held = new Set<string>()
  const givenBack: Found<Group>[] = []
  let lastCall: Promise<unknown> = Promise.resolve()

  const nameOf = ({ account, group }: Found<Group>) => `${account} ${JSON.stringify(group)}`

  function remember({ account, group }: Found<Group>): void {
    lastAccount = account
    lastGroups.delete(account)
    lastGroups.set(account, group)
    if (lastGroups.size <= maxAccounts) return
    for (const [oldest] of lastGroups) {
      lastGroups.delete(oldest)
      return
    }
  }

  /** The account's next group that is not held. */
  async function findFreeGroup({ account, group: first }: Found<Group>): Promise<Found<Group> | undefined> {
    const last = lastGroups.get(account)
    let group = last === undefined ? first : ((await due.findGroup(account, last)) ?? first)
    const seen = new Set<string>()
    for (let name = nameOf({ account, group }); held.has(name); name = nameOf({ account, group })) {
      // There are at most as many held groups as workers.
      if (seen.has(name)) return undefined
      seen.add(name)
      group = (await due.findGroup(account, group)) ?? first
    }
    return { account, group }
  }

  async function find(): Promise<Found<Group> | undefined> {
    const unused = givenBack.shift()
    if (unused !== undefined && !held.has(nameOf(unused))) return unused
    const visited = new Set<string>()
    let after = lastAccount
    let isFromStart = after === undefined
    for (;;) {
      const first = await due.findAccount(after)
      if (first === undefined && !isFromStart) {
        isFromStart = true
        after = undefined
        continue
      }
      if (first === undefined || visited.has(first.account)) {
        if (held.size === 0) lastAccount = undefined
        return undefined
      }
      visited.add(first.account)
      const found = await findFreeGroup(first)
      if (found !== undefined) {
        remember(found)
        return found
      }
      after = first.account
    }
  }

  /** One call at a time, so that each starts from the position that the previous one left. */
  function serially<Result>(call: () => Promise<Result>): Promise<Result> {
    const result = lastCall.then(call)
    lastCall = result.catch(() => undefined)
    return result
  }

  return {
    next: () => serially(find),

    take: () =>
      serially(async () => {
        const found = await find()
        if (found === undefined) return undefined
        const name = nameOf(found)
        held.add(name)
        return {
          ...found,
          release: () => void held.delete(name),
          giveBack: () => {
            if (held.delete(name)) givenBack.push(found)
          },
        }
      }),
  }
}
