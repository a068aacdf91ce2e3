import { createFairCursor, type FairCursor } from '@pagebell/fair-queue/fair-cursor'
import type { Database, Queryable } from '@pagebell/postgres/database'
import type { Log } from '@pagebell/runtime/log'
import type { LRUCache } from 'lru-cache'
import type { Channel, ChannelTools, EngineFetch } from '../channels/channel.ts'
import type { FindSettings } from '../channels/find-settings.ts'
import type { Rate } from '../engines/engine-state.sql.ts'
import type { Leases } from '../leases.ts'
import type { RetryPolicy } from '../retry-policy.ts'
import type { ClaimedRow } from './claims.sql.ts'
import type { Group } from './due.sql.ts'
import { dueGroups, dueGroupsOf } from './due-groups.ts'

/**
 * A channel at an endpoint, and the cursor that rotates over the accounts, shared by all workers of a copy. `via` is
 * empty at the operator's endpoint, and the endpoint itself at an override. `state` is the key of its pause, breaker
 * and rate limit.
 */
export type Engine = { channel: Channel; endpoint: string; via: string; state: string; cursor: FairCursor<Group> }

/** The deliveries of one request. */
export type Claim = { group: Group; lease: string; rows: ClaimedRow[] }

/** Hosts whose key files are known to be checked. */
export type KnownHosts = LRUCache<string, true>

export type DispatchTools = Pick<ChannelTools, 'fetchPage' | 'cache'> & {
  db: Database
  log: Log
  policy: RetryPolicy
  rate: Rate
  findSettings: FindSettings
  fetch: EngineFetch
  /** For endpoints that customers have set. */
  fetchOverride: EngineFetch
  knownHosts: KnownHosts
  leases: Leases<Claim>
  /** Aborted when this copy stops. */
  stopping: AbortSignal
}

/** A channel at the operator's endpoint, at which all accounts are served in rotation. */
export function operatorEngine(q: Queryable, channel: Channel, endpoint: string): Engine {
  return { channel, endpoint, via: '', state: endpoint, cursor: createFairCursor(dueGroups(q, channel.id, '')) }
}

/**
 * A channel at an endpoint override. Its state is the account's own: it affects neither other accounts nor the
 * operator.
 */
export function overrideEngine(q: Queryable, channel: Channel, account: string, via: string): Engine {
  const cursor = createFairCursor(dueGroupsOf(q, channel.id, via, account))
  return { channel, endpoint: via, via, state: `${account} ${via}`, cursor }
}
