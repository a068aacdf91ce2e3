import { performance } from 'node:perf_hooks'
import { setTimeout as pause } from 'node:timers/promises'
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

/**
 * From one transaction of a source to its next, unless as many deliveries wait as one takes: of a hundred a second, about
 * five are committed together.
 */
const pauseMs = 50

/** A delivery that is not settled. */
type Pending = { delivery: DeliveryCommit; outcome: PromiseWithResolvers<DeliveryOutcome>; hasStarted: boolean }
type Group = [Pending, ...Pending[]]

/**
 * Commits deliveries whole, so that one that was refused or cut off can be sent again, and a URL is never submitted without
 * being remembered or the other way round. What the quota has no room for waits, also one of the two actions alone. The
 * deliveries of a source that wait when its account has its turn are committed together: the more wait, the less each costs.
 */
export function createDeliveryCommit(tools: CommitTools): CommitDelivery {
  const { db, limits } = tools
  const turns = createFairSlots(slots)
  /** Of accounts that are being served, in the order in which they came. */
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

  /** Returns those that were settled. */
  async function commitGroup(group: Group): Promise<Pending[]> {
    for (const one of group) one.hasStarted = true
    const [first, ...others] = group
    if (others.length === 0) {
      await commitAlone(first)
      return group
    }
    try {
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

  /** Returns whether the next turn may follow at once. */
  async function takeTurn(pending: Set<Pending>): Promise<boolean> {
    const [first, ...others] = pending
    // Its client has been answered meanwhile.
    if (first === undefined) return false
    const isOfSource = ({ delivery }: Pending) => isOfSameSource(delivery, first.delivery)
    const ofSource = others.filter(isOfSource).slice(0, maxTogether - 1)
    for (const one of await commitGroup([first, ...ofSource])) pending.delete(one)
    return pending.size >= maxTogether || ![...pending].every(isOfSource)
  }

  async function serve(account: string, pending: Set<Pending>): Promise<void> {
    while (pending.size > 0) {
      const mayFollow = await turns.run(account, () => takeTurn(pending))
      if (!mayFollow) await pause(pauseMs)
    }
    pendingOf.delete(account)
  }

  function enter(account: string, one: Pending): void {
    const pending = pendingOf.get(account)
    if (pending === undefined) {
      const served = new Set([one])
      pendingOf.set(account, served)
      void serve(account, served)
      return
    }
    if (pending.size >= maxPending) throw tooManyDeliveries(maxPending)
    pending.add(one)
  }

  return async (delivery, timeoutMs) => {
    const one: Pending = { delivery, outcome: Promise.withResolvers(), hasStarted: false }
    enter(delivery.source.account_id, one)
    try {
      return await withTimeout(one.outcome.promise, timeoutMs, () =>
        databaseTimeout(one.hasStarted ? 'unknown' : 'none'),
      )
    } finally {
      if (!one.hasStarted) pendingOf.get(delivery.source.account_id)?.delete(one)
    }
  }
}

const isOfSameSource = (one: DeliveryCommit, other: DeliveryCommit): boolean =>
  one.source.source_id === other.source.source_id && one.tokenHash.equals(other.tokenHash)
