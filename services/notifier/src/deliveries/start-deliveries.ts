import { repeat } from '@pagebell/runtime/repeat'
import { LRUCache } from 'lru-cache'
import type { Channels } from '../channels/load-channels.ts'
import { deleteUnusedStates } from '../engines/engine-state.sql.ts'
import { keepLeases } from '../leases.ts'
import { deleteEndedClaims, renewClaims } from './claims.sql.ts'
import { dispatchNext } from './dispatcher.ts'
import { createOverrideDispatcher } from './endpoint-overrides.ts'
import { type Claim, type DispatchTools, operatorEngine } from './engine.ts'
import { sweepLog } from './retention.ts'

const maxKnownHosts = 10_000
const knownHostTtlMs = 3_600_000
const stateSweepMs = 600_000
/** Longer than the longest pause, so that pauses double as long as an engine keeps asking for them. */
const unusedStateMs = 2 * 3_600_000
/** Longer than the outcome of a request may wait for PostgreSQL: until a claim is deleted or replaced, it is written. */
const endedClaimMs = 3_600_000

type DeliveryTools = Omit<DispatchTools, 'knownHosts' | 'leases'> & {
  channels: Channels
  /** Channel id → the operator's endpoint; a channel without one is not dispatched. */
  endpoints: ReadonlyMap<string, string>
  workersPerEngine: number
  pollMs: number
  retention: { days: number; sweepMs: number }
}

/**
 * Starts the workers that send deliveries, and the sweeps of what they leave behind. Each engine has separate
 * workers, so that one that hangs delays no other.
 */
export function startDeliveries({ channels, endpoints, workersPerEngine, pollMs, ...tools }: DeliveryTools) {
  const running = new AsyncDisposableStack()
  const { db, log, policy } = tools
  const q = db.acrossAccounts()
  const renew = (claims: Claim[]) =>
    renewClaims(
      q,
      claims.map(({ lease }) => lease),
      policy.lease,
    )
  const leases = running.use(keepLeases(policy.lease, renew, log, 'renewal of claims'))
  const knownHosts = new LRUCache<string, true>({ max: maxKnownHosts, ttl: knownHostTtlMs })
  const dispatching = { ...tools, leases, knownHosts }

  const engines = [...channels.values()].flatMap((channel) => {
    const endpoint = endpoints.get(channel.id)
    return endpoint === undefined ? [] : [operatorEngine(q, channel, endpoint)]
  })
  for (const engine of engines) {
    // One look in a poll, by whichever worker is free: at rest, all of them would look for the same.
    let lookedAt = Number.NEGATIVE_INFINITY
    const work = async (signal: AbortSignal) => {
      if (performance.now() - lookedAt < pollMs * (3 / 4)) return
      lookedAt = performance.now()
      while (!signal.aborted && (await dispatchNext(dispatching, engine))) lookedAt = Number.NEGATIVE_INFINITY
    }
    for (let worker = 1; worker <= workersPerEngine; worker++)
      running.use(repeat(pollMs, work, log, `worker ${worker} of ${engine.channel.id}`))
  }
  for (const { channel } of engines) {
    if (channel.endpoints === undefined) continue
    const overrides = running.use(createOverrideDispatcher(dispatching, channel))
    running.use(repeat(5 * pollMs, (signal) => overrides.round(signal), log, `endpoint overrides of ${channel.id}`))
  }

  running.use(repeat(stateSweepMs, () => deleteUnusedStates(q, unusedStateMs), log, 'the sweep of engine states'))
  running.use(repeat(stateSweepMs, () => deleteEndedClaims(q, endedClaimMs), log, 'the sweep of ended claims'))
  const { days, sweepMs } = tools.retention
  running.use(repeat(sweepMs, (signal) => sweepLog(db, days, signal), log, 'the sweep of the delivery log'))
  return running
}
