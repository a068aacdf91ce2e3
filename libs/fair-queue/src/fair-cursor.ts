/**
 * What waits in a table, in an order of accounts and, within an account, of groups (a host, an endpoint). Each question
 * is answered by one descent of an index, so that a long backlog costs nothing.
 */
export type DueItems<Group> = {
  /** The first group that is due of the first account after this one that has any; from the beginning if undefined. */
  findAccount(after: string | undefined): Promise<{ account: string; group: Group } | undefined>
  /** The first group of this account that is due after this one. */
  findGroup(account: string, after: Group): Promise<Group | undefined>
}

/** A group that nobody else of this process takes until it is released or given back. */
export type Turn<Group> = {
  account: string
  group: Group
  /** Ends the turn: the group may be taken again. */
  release(): void
  /** Ends the turn unused: whoever takes next gets it first. */
  giveBack(): void
}

export type FairCursor<Group> = {
  /** The group whose turn it is; undefined if nothing is due. */
  next(): Promise<{ account: string; group: Group } | undefined>
  /** The same for several workers side by side: groups that others hold are passed over. */
  take(): Promise<Turn<Group> | undefined>
}

type Found<Group> = { account: string; group: Group }

/**
 * Two levels of turns over a table: the next account that has something due, then the next of that account's groups.
 * Who has a thousand groups has one turn in a round, as who has one. The positions are in memory: a restart begins the
 * round anew, which costs nobody more than the round that was under way.
 */
export function createFairCursor<Group>(due: DueItems<Group>, maxAccounts = 10_000): FairCursor<Group> {
  let lastAccount: string | undefined
  const lastGroups = new Map<string, Group>()
  const held = new Set<string>()
  const givenBack: Found<Group>[] = []
  let question: Promise<unknown> = Promise.resolve()

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

  /** The account's next group that nobody holds. */
  async function findFreeGroup({ account, group: first }: Found<Group>): Promise<Found<Group> | undefined> {
    const last = lastGroups.get(account)
    let group = last === undefined ? first : ((await due.findGroup(account, last)) ?? first)
    const seen = new Set<string>()
    for (let name = nameOf({ account, group }); held.has(name); name = nameOf({ account, group })) {
      // Held groups are as few as there are workers, so that this ends soon.
      if (seen.has(name)) return undefined
      seen.add(name)
      group = (await due.findGroup(account, group)) ?? first
    }
    return { account, group }
  }

  async function find(): Promise<Found<Group> | undefined> {
    const unused = givenBack.shift()
    if (unused !== undefined && !held.has(nameOf(unused))) return unused
    const asked = new Set<string>()
    let after = lastAccount
    let isFromBeginning = after === undefined
    for (;;) {
      const first = await due.findAccount(after)
      if (first === undefined && !isFromBeginning) {
        isFromBeginning = true
        after = undefined
        continue
      }
      if (first === undefined || asked.has(first.account)) {
        if (held.size === 0) lastAccount = undefined
        return undefined
      }
      asked.add(first.account)
      const found = await findFreeGroup(first)
      if (found !== undefined) {
        remember(found)
        return found
      }
      after = first.account
    }
  }

  /** One question at a time, so that each sees the position that the one before it has left. */
  function inTurn<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
    const answer = question.then(ask)
    question = answer.catch(() => undefined)
    return answer
  }

  return {
    next: () => inTurn(find),

    take: () =>
      inTurn(async () => {
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
