import { performance } from 'node:perf_hooks'
import { createFairSlots } from '@pagebell/fair-queue/fair-slots'
import { Fault } from '@pagebell/faults/fault'
import type { Database } from '@pagebell/postgres/database'
import { withTimeout } from '@pagebell/runtime/with-timeout'
import type { OnCommitted } from '../submissions/commit.ts'
import type { DedupeCache } from '../submissions/dedupe-cache.ts'
import { publishCommitted } from '../submissions/publish-committed.ts'
import { tooManyDeliveries } from '../submissions/refusals.ts'
import type { CommitLimits } from '../submissions/submissions.sql.ts'
import { databaseTimeout } from '../time-limit.ts'
import { commitTogether, type DeliveryCommit, type DeliveryOutcome, Refused } from './commit-together.ts'

/**
 * Rejects with fault `unavailable` after `timeoutMs`, which says whether the delivery may have been committed, and with
 * `rate_limited` if too many deliveries of its account wait.
 */
export type CommitDelivery = (delivery: DeliveryCommit, timeoutMs: number) => Promise<DeliveryOutcome>

type CommitTools = {
  db: Database
  limits: CommitLimits
  dedupeCache: Pick<DedupeCache, 'remember'>
  onCommitted: OnCommitted
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

/** A delivery that is not settled. */
type Pending = { delivery: DeliveryCommit; outcome: PromiseWithResolvers<DeliveryOutcome>; hasStarted: boolean }

/**
 * Commits deliveries whole, so that one that was refused or cut off can be sent again, and a URL is never submitted without
 * being remembered or the other way round. What the quota has no room for waits, also one of the two actions alone. The
 * deliveries of a source that wait when its account has its turn are committed together: the more wait, the less each costs.
 */
export function createDeliveryCommit(tools: CommitTools): CommitDelivery {
  const { db, limits } = tools
  const turns = createFairSlots(slots)
  const pendingOf = new Map<string, Set<Pending>>()

  async function commitAll(deliveries: [DeliveryCommit, ...DeliveryCommit[]]): Promise<DeliveryOutcome[]> {
    const began = performance.now()
    const outcomes = await db
      .forAccount(deliveries[0].source.account_id)
      .transaction((q) => commitTogether(q, deliveries, limits))
    const parts = outcomes.flatMap((outcome) => (outcome.kind === 'committed' ? outcome.parts : []))
    publishCommitted(parts, began, tools)
    return outcomes
  }

  async function commitAlone(one: Pending): Promise<void> {
    try {
      const [outcome] = await commitAll([one.delivery])
      if (outcome === undefined) throw new Error('A transaction of one delivery left it out.')
      one.outcome.resolve(outcome)
    } catch (error) {
      if (error instanceof Refused) one.outcome.resolve(error.outcome)
      else one.outcome.reject(error)
    }
  }

  /** Of one source, as they came, beginning with the one that has waited longest. Returns those that were settled. */
  async function commitPending(group: [Pending, ...Pending[]]): Promise<Pending[]> {
    for (const one of group) one.hasStarted = true
    try {
      const [first, ...others] = group
      if (others.length === 0) {
        await commitAlone(first)
        return group
      }
      const outcomes = await commitAll([first.delivery, ...others.map(({ delivery }) => delivery)])
      for (const [place, outcome] of outcomes.entries()) group[place]?.outcome.resolve(outcome)
      for (const one of group.slice(outcomes.length)) one.hasStarted = false
      return group.slice(0, outcomes.length)
    } catch (error) {
      // All of them would share an outage. Otherwise one of them is the cause, and nothing of the others is kept.
      if (error instanceof Fault && error.kind === 'unavailable') for (const one of group) one.outcome.reject(error)
      else for (const one of group) await commitAlone(one)
      return group
    }
  }

  /** A turn of an account; there is nothing to do if the delivery that asked for it was committed with another. */
  async function takeTurn(account: string, asking: Pending): Promise<void> {
    const pending = pendingOf.get(account)
    if (pending === undefined || !pending.has(asking)) return
    const ofSource = [...pending].filter(({ delivery }) => isOfSameSource(delivery, asking.delivery))
    const others = ofSource.filter((one) => one !== asking).slice(0, maxTogether - 1)
    for (const one of await commitPending([asking, ...others])) leave(account, one)
  }

  function enter(account: string, one: Pending): void {
    const pending = pendingOf.get(account) ?? new Set()
    if (pending.size >= maxPending) throw tooManyDeliveries(maxPending)
    pendingOf.set(account, pending.add(one))
  }

  function leave(account: string, one: Pending): void {
    const pending = pendingOf.get(account)
    pending?.delete(one)
    if (pending?.size === 0) pendingOf.delete(account)
  }

  return async (delivery, timeoutMs) => {
    const account = delivery.source.account_id
    const abandoned = new AbortController()
    const one: Pending = { delivery, outcome: Promise.withResolvers(), hasStarted: false }
    enter(account, one)
    turns.run(account, () => takeTurn(account, one), abandoned.signal).catch(one.outcome.reject)
    try {
      return await withTimeout(one.outcome.promise, timeoutMs, () =>
        databaseTimeout(one.hasStarted ? 'unknown' : 'none'),
      )
    } finally {
      abandoned.abort()
      if (!one.hasStarted) leave(account, one)
    }
  }
}

const isOfSameSource = (one: DeliveryCommit, other: DeliveryCommit): boolean =>
  one.source.source_id === other.source.source_id && one.tokenHash.equals(other.tokenHash)
