import { setTimeout as pause } from 'node:timers/promises'
import { createFairSlots } from '@pagebell/fair-queue/fair-slots'
import { isServerAway } from '@pagebell/postgres/unavailable'
import { withTimeout } from '@pagebell/runtime/with-timeout'
import { tooManyDeliveries } from '../submissions/refusals.ts'
import { databaseTimeout } from '../time-limit.ts'
import { type DeliveryCommit, type DeliveryOutcome, Refused } from './commit-together.ts'

/**
 * Rejects with fault `unavailable` after `timeoutMs`, which says whether the delivery may have been committed, and with
 * `rate_limited` if too many deliveries of its account wait.
 */
export type CommitDelivery = (delivery: DeliveryCommit, timeoutMs: number) => Promise<DeliveryOutcome>

export type Deliveries = [DeliveryCommit, ...DeliveryCommit[]]

type QueueOptions = {
  /**
   * Commits deliveries of one source in one transaction, and returns the outcomes of the first of them, as many as it had
   * room for. Throws `Refused` if one of them was refused. Where it throws, nothing was kept, unless the server is away.
   */
  commit: (deliveries: Deliveries) => Promise<DeliveryOutcome[]>
}

/**
 * Transactions in progress at once, one of an account: its deliveries would wait for each other's locks, and hold
 * connections meanwhile. The pool has ten connections, and the others are for `/submit`.
 */
const slots = { slots: 4, slotsPerKey: 1 }

/**
 * Of an account, as many as the gateway passes on with one token at once: they hold its connections, which are for all
 * accounts.
 */
const maxPending = 64

/** Deliveries in one transaction. */
const maxTogether = 16

/**
 * From one transaction of a source to its next, unless as many deliveries wait as one takes: of a hundred a second, about
 * five are committed together.
 */
const pauseMs = 50

/** A delivery that is not settled. */
type Pending = {
  delivery: DeliveryCommit
  outcome: PromiseWithResolvers<DeliveryOutcome>
  isCommitting: boolean
  /** A transaction of several failed with it, and it may be the cause. */
  isAlone: boolean
  /** The client has been told that the database does not answer. */
  isAnswered: boolean
}
type Group = [Pending, ...Pending[]]

/**
 * Round-robin over accounts. A turn commits the deliveries of one source that wait: the more wait, the less each costs. A
 * transaction that failed is repeated with each delivery alone, a turn for each, so that none fails for another's sake.
 * `@pagebell/runtime/batcher` has no such turns, and gives all entries of a batch one error.
 */
export function createDeliveryQueue({ commit }: QueueOptions): CommitDelivery {
  const turns = createFairSlots(slots)
  /** Of accounts with unsettled deliveries, in the order in which they came. */
  const pendingOf = new Map<string, Set<Pending>>()

  async function commitGroup(group: Group): Promise<void> {
    const [first, ...others] = group
    for (const one of group) one.isCommitting = true
    try {
      const outcomes = await commit([first.delivery, ...others.map(({ delivery }) => delivery)])
      for (const [index, outcome] of outcomes.entries()) group[index]?.outcome.resolve(outcome)
      for (const one of group.slice(0, outcomes.length)) leave(one)
    } catch (error) {
      if (others.length > 0 && !isServerAway(error)) for (const one of group) one.isAlone = true
      else for (const one of group) fail(one, error)
    }
    for (const one of group) one.isCommitting = false
  }

  function fail(one: Pending, error: unknown): void {
    if (error instanceof Refused) one.outcome.resolve(error.outcome)
    else one.outcome.reject(error)
    leave(one)
  }

  function leave(one: Pending): void {
    pendingOf.get(one.delivery.source.account_id)?.delete(one)
  }

  /** Commits the next group. Resolves with true if the turn after it need not wait for more deliveries. */
  async function takeTurn(pending: Set<Pending>): Promise<boolean> {
    const group = nextGroup(pending)
    if (group === undefined) return false
    await commitGroup(group)
    for (const one of group) if (one.isAnswered) leave(one)
    const isLeftOver = group.some((one) => pending.has(one))
    const isOfOther = [...pending].some(({ delivery }) => !isOfSameSource(delivery, group[0].delivery))
    return isLeftOver || isOfOther || pending.size >= maxTogether
  }

  async function takeTurns(account: string, pending: Set<Pending>): Promise<void> {
    while (pending.size > 0) {
      const mayFollow = await turns.run(account, () => takeTurn(pending))
      if (!mayFollow) await pause(pauseMs)
    }
    pendingOf.delete(account)
  }

  function enter(one: Pending): void {
    const account = one.delivery.source.account_id
    const pending = pendingOf.get(account)
    if (pending === undefined) {
      const first = new Set([one])
      pendingOf.set(account, first)
      void takeTurns(account, first)
      return
    }
    const waiting = [...pending].filter(({ isAnswered }) => !isAnswered)
    if (waiting.length >= maxPending) throw tooManyDeliveries(maxPending)
    pending.add(one)
  }

  return async (delivery, timeoutMs) => {
    const outcome = Promise.withResolvers<DeliveryOutcome>()
    const one: Pending = { delivery, outcome, isCommitting: false, isAlone: false, isAnswered: false }
    enter(one)
    return withTimeout(outcome.promise, timeoutMs, () => {
      one.isAnswered = true
      // No one would know the outcome of one that has not started.
      if (!one.isCommitting) leave(one)
      return databaseTimeout(one.isCommitting ? 'unknown' : 'none')
    })
  }
}

function nextGroup(pending: Set<Pending>): Group | undefined {
  const [first, ...others] = pending
  if (first === undefined || first.isAlone) return first && [first]
  const together = others.filter((one) => !one.isAlone && isOfSameSource(one.delivery, first.delivery))
  return [first, ...together.slice(0, maxTogether - 1)]
}

const isOfSameSource = (one: DeliveryCommit, other: DeliveryCommit): boolean =>
  one.source.source_id === other.source.source_id && one.tokenHash.equals(other.tokenHash)
