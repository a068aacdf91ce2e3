import { randomUUID } from 'node:crypto'
import { createFairSlots, NoSlot } from '@pagebell/fair-queue/fair-slots'
import { fault } from '@pagebell/faults/fault'
import { hashPassword, isPasswordOf, pretendToCompare } from './argon2id.ts'

/** For whom the work is done. */
export type PasswordClient = {
  /** The fair-queue key: the network that a password came from, or the account that sets one. */
  key: string
  /** The network has signed in to the account before, or the account is signed in: it has a separate slot. */
  known: boolean
  /** Aborted once the caller no longer waits. */
  signal?: AbortSignal | undefined
}

/** The client by the network that a call names. Callers of older versions do not send one. */
export function passwordClient(
  { network, known_network: known = false }: { network?: string | undefined; known_network?: boolean | undefined },
  signal: AbortSignal,
): PasswordClient {
  return { key: network ?? randomUUID(), known, signal }
}

export type Passwords = {
  /** The password as a PHC string of argon2id. */
  hash(password: string, client: PasswordClient): Promise<string>
  /** Whether the PHC string was made of this password. Without a string: false, after the same time. */
  matches(phc: string | undefined, password: string, client: PasswordClient): Promise<boolean>
}

/**
 * Hashes passwords for unknown and for known clients in separate slots, so that guesses from any number of networks
 * never lock out an account's owner. One at a time for each, because a hash takes a core for tens of milliseconds and
 * 19 MiB; after an unknown client's the slot pauses as long, so that guesses take half a core. Unknown networks are
 * served round-robin, and each has one place in the queue. Throws `unavailable` when the queue is full.
 */
export function createPasswordPool({ unknownWaiting = 64, knownWaiting = 64 } = {}): Passwords {
  const unknown = createFairSlots({ slots: 1, maxWaiting: unknownWaiting, maxWaitingPerKey: 1 })
  const known = createFairSlots({ slots: 1, maxWaiting: knownWaiting, maxWaitingPerKey: Math.ceil(knownWaiting / 2) })

  async function inTurn<T>({ key, known: isKnown, signal }: PasswordClient, work: () => Promise<T>): Promise<T> {
    let slot: Disposable
    try {
      slot = await (isKnown ? known : unknown).take(key, signal)
    } catch (error) {
      if (!(error instanceof NoSlot)) throw error
      throw fault('unavailable', 'Too many passwords at once.', { retryAfterSeconds: 1, cause: error })
    }
    const began = performance.now()
    try {
      return await work()
    } finally {
      if (isKnown) slot[Symbol.dispose]()
      else setTimeout(() => slot[Symbol.dispose](), performance.now() - began)
    }
  }

  return {
    hash: (password, client) => inTurn(client, () => hashPassword(password)),
    matches: (phc, password, client) =>
      inTurn(client, () => (phc === undefined ? pretendToCompare(password) : isPasswordOf(phc, password))),
  }
}
