import { randomUUID } from 'node:crypto'
import { secretsIn } from '@pagebell/channel-settings/mask-settings'
import { createFairCursor, type FairCursor } from '@pagebell/fair-queue/fair-cursor'
import type { Database } from '@pagebell/postgres/database'
import type { Log } from '@pagebell/runtime/log'
import { inSharedSpan } from '@pagebell/runtime/span'
import { inTrace } from '@pagebell/runtime/trace'
import type { Channel, EngineFetch, Outcome, SiteFetch } from './channel.ts'
import { dueGroups, dueGroupsOf } from './due-groups.ts'
import { reasonOf } from './fetch-engine.ts'
import { isBlocked } from './fetch-other-engine.ts'
import type { FindSettings } from './find-settings.ts'
import { type HeldLease, LeaseEnded, type Leases, moment } from './leases.ts'
import type { Memory } from './memory.ts'
import { type Claimed, claimDeliveries } from './queries/claim-deliveries.ts'
import { endClaimed } from './queries/end-claimed.ts'
import type { Group } from './queries/find-due-group.ts'
import { holdPaused } from './queries/hold-paused.ts'
import { noteKeyFile } from './queries/key-files.ts'
import { putBack } from './queries/put-back.ts'
import { rerouteClaimed } from './queries/reroute-claimed.ts'
import { takePermit } from './queries/take-permit.ts'
import { recordOutcome } from './record-outcome.ts'
import type { Schedule } from './retry-schedule.ts'
import { scrubbing } from './scrub.ts'

/** Longer than it takes to forget and learn again what is known already. */
const noteHostEveryMs = 3_600_000

export type Rate = { perSecond: number; burst: number }
export type Dispatching = {
  db: Database
  log: Log
  schedule: Schedule
  rate: Rate
  findSettings: FindSettings
  fetch: EngineFetch
  /** To endpoints that customers have set. */
  fetchOther: EngineFetch
  look: SiteFetch
  memory: Memory
  leases: Leases<Claim>
  /** Aborted when this copy stops. */
  stopping: AbortSignal
}
/**
 * A channel at an endpoint, and whose turn it is, which all lanes of a copy share. `via` is empty at the operator's endpoint,
 * and the endpoint itself at another one. `state` is what its pause, breaker and rate are kept under.
 */
export type Engine = { channel: Channel; endpoint: string; via: string; state: string; turns: FairCursor<Group> }

/** A channel at the operator's endpoint, for all accounts in turn. */
export function operatorEngine(db: Database, channel: Channel, endpoint: string): Engine {
  return { channel, endpoint, via: '', state: endpoint, turns: createFairCursor(dueGroups(db, channel.id, '')) }
}

/** A channel at an endpoint that a customer has set: what it answers one account is nothing to another, nor to the operator. */
export function otherEngine(db: Database, channel: Channel, account: string, via: string): Engine {
  const turns = createFairCursor(dueGroupsOf(db, channel.id, via, account))
  return { channel, endpoint: via, via, state: `${account} ${via}`, turns }
}

/** One request to the engine with what is due of the next group; false if nothing is due or the engine is to rest. */
export async function dispatchNext(tools: Dispatching, engine: Engine): Promise<boolean> {
  const turn = await engine.turns.take()
  if (turn === undefined) return false
  const claimedAt = moment()
  let claim: Claim
  try {
    // What its last request was answered is still to be written: nobody may ask it again for the same URLs.
    if (tools.leases.overdue().some((one) => isSame(one.group, turn.group))) return false
    const { schedule, rate } = tools
    const breaker = { after: schedule.breakerAfter, openMs: schedule.breakerOpen }
    const permit = await tools.db.query(takePermit(engine.state, rate, breaker))
    if (permit.rowCount === 0) {
      turn.giveBack()
      return false
    }
    claim = await claimGroup(tools, engine, turn.group)
  } finally {
    // What is claimed is not due any more; what the claim has left may go out beside it.
    turn.release()
  }
  // Another copy was faster; the group after it may be free.
  if (claim.rows.length > 0) {
    using lease = tools.leases.hold(claim, claimedAt)
    const attributes = { 'pagebell.engine': engine.channel.id, 'pagebell.urls': claim.rows.length }
    await inSharedSpan(
      claim.rows.map(({ traceparent }) => traceparent),
      { name: `notify ${engine.channel.id}`, kind: 'internal', attributes },
      () => deliver(tools, engine, claim, lease),
    )
  }
  return true
}

const isSame = (one: Group, other: Group): boolean => JSON.stringify(one) === JSON.stringify(other)

async function claimGroup({ db, schedule }: Dispatching, { channel, via }: Engine, group: Group): Promise<Claim> {
  const { lease: leaseMs, gatherParts: gatherMs } = schedule
  const lease = randomUUID()
  const claim = { channel: channel.id, via, group, lease, leaseMs, gatherMs, limit: channel.mostUrls }
  const { rows } = await db.query<Claimed>(claimDeliveries(claim))
  return { group, lease, rows }
}

export type Claim = { group: Group; lease: string; rows: Claimed[] }

async function deliver(tools: Dispatching, engine: Engine, claim: Claim, held: HeldLease): Promise<void> {
  const { db, log, schedule, look, memory } = tools
  const { group, lease, rows } = claim
  const paused = await db.query(holdPaused(engine.channel.id, group, lease))
  if (paused.rowCount > 0) return
  const found = await tools.findSettings(engine.channel, group)
  if ('missing' in found) {
    const { missing, reason } = found
    if (missing === 'service') await db.query(putBack(group.account_id, lease, schedule.ownTrouble, reason))
    else await db.query(endClaimed(group.account_id, lease, missing === 'project' ? 'dropped' : 'rejected', reason))
    log.warn({ host: group.host, urls: rows.length, reason }, 'not sent')
    return
  }

  const batch = { host: group.host, action: group.action, urls: rows.map((row) => row.url) }
  const { channel, endpoint, via } = engine
  const { own = '', fallback } = channel.endpoints?.(found.settings as never) ?? {}
  // The settings may have changed since it was sent this way.
  const isRight = via === own || (via !== '' && via === fallback)
  if (!isRight) {
    await db.query(rerouteClaimed(group.account_id, lease, own))
    return
  }
  await noteHost(tools, channel, group, batch.urls)
  const secrets = secretsIn(channel.settings, found.settings as Record<string, unknown>)
  const scrubbed = scrubbing(via === '' ? tools.fetch : tools.fetchOther, secrets)
  const fetch: EngineFetch = (url, request) => {
    held.check()
    return scrubbed(url, request)
  }
  const began = performance.now()
  const said = await channel
    .send(batch, found.settings as never, { endpoint, fetch, look, memory, now: Date.now })
    .catch((error: unknown): Outcome | undefined => {
      if (error instanceof LeaseEnded) return undefined
      // Not the error itself: it may quote an address with a key in it.
      const reason = reasonOf(error)
      log.warn({ engine: channel.id, host: group.host, reason }, 'the engine gave no answer')
      if (isBlocked(error)) return { kind: 'rejected', reason: 'endpoint_blocked_address', divisible: false }
      return { kind: 'retry', reason }
    })
  if (said === undefined) {
    // They are due again by themselves, if another copy has not sent them meanwhile.
    log.warn({ engine: channel.id, host: group.host, urls: rows.length }, 'not sent: the lease had ended')
    return
  }
  const tookMs = performance.now() - began
  await recordOutcome(tools, engine, claim, { said, tookMs }, via === fallback ? undefined : fallback)
  logAnswer(log, engine, claim, said)
}

/** Key files of hosts that are submitted are looked at from now on. */
async function noteHost(tools: Dispatching, channel: Channel, group: Group, [url = '']: string[]): Promise<void> {
  if (channel.verify === undefined) return
  const { account_id, project_id, host } = group
  const name = `key file ${account_id} ${project_id} ${host}`
  if (tools.memory.get(name)) return
  await tools.db.query(noteKeyFile({ account_id, project_id, host, url }))
  tools.memory.set(name, true, Date.now() + noteHostEveryMs)
}

/** A line for each trace that has URLs in the request, so that every webhook's leads to its answer. */
function logAnswer(log: Log, engine: Engine, { group, rows }: Claim, said: Outcome | Outcome[]): void {
  const { channel, endpoint } = engine
  const answered = rows.map(({ traceparent }, index) => {
    const outcome = Array.isArray(said) ? said[index] : said
    return { traceparent, kind: outcome?.kind, status: outcome?.words?.status }
  })
  for (const [traceparent, same] of Map.groupBy(answered, (one) => one.traceparent)) {
    const outcomes = [...new Set(same.map(({ kind }) => kind))].join(',')
    const [status] = same.flatMap((one) => one.status ?? [])
    const line = { engine: channel.id, server: URL.parse(endpoint)?.host, host: group.host, urls: same.length }
    inTrace(traceparent ?? undefined, () => log.info({ ...line, outcome: outcomes, status }, 'told the engine'))
  }
}
