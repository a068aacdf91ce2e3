/** Whom a token belongs to. A token never changes hands, so this may be remembered; whether it is accepted may not. */
export type HookOwner = { accountId: string; projectId: string; project: string }

/** The owner of a token that is accepted now, asked of the database. */
export type AskOwner = (tokenHash: Buffer) => Promise<HookOwner | undefined>

const rememberedAtMost = 50_000

/**
 * The owner of a token. One that is remembered may have stopped being accepted since: only the transaction that commits
 * the request, or {@link AskOwner}, decides that.
 */
export function rememberOwners(ask: AskOwner): AskOwner {
  const remembered = new Map<string, HookOwner>()
  return async (tokenHash) => {
    const name = tokenHash.toString('base64')
    const known = remembered.get(name)
    if (known !== undefined) return known
    const owner = await ask(tokenHash)
    if (owner === undefined) return undefined
    // The oldest goes first: a map keeps the order in which it was filled.
    if (remembered.size >= rememberedAtMost) remembered.delete(remembered.keys().next().value ?? '')
    remembered.set(name, owner)
    return owner
  }
}
