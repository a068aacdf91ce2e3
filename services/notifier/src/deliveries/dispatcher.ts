import { randomUUID } from 'node:crypto'
import { secretsIn } from '@pagebell/channel-settings/mask-secrets'
import { inSharedSpan } from '@pagebell/runtime/span'
import { inTrace } from '@pagebell/runtime/trace'
import type { Channel, ChannelResult, EngineFetch } from '../channels/channel.ts'
import { failureReason, isBlocked } from '../engines/clients.ts'
import { acquireToken } from '../engines/engine-state.sql.ts'
import { redactSecrets } from '../engines/redact.ts'
import { insertKeyFile } from '../key-files/key-files.sql.ts'
import { type HeldLease, LeaseEnded, moment } from '../leases.ts'
import { holdIfPaused } from '../pauses/pauses.sql.ts'
import { claimDeliveries, finishClaim, releaseClaim, rerouteClaim } from './claims.sql.ts'
import type { Group } from './due.sql.ts'
import type { Claim, DispatchTools, Engine } from './engine.ts'
import { recordOutcome } from './record-outcome.ts'

/**
 * Sends one request to the engine with what is due of the next group; false if nothing is due or nothing may be sent
 * now.
 */
export async function dispatchNext(tools: DispatchTools, engine: Engine): Promise<boolean> {
  const turn = await engine.cursor.take()
  if (turn === undefined) return false
  const claimedAt = moment()
  let claim: Claim
  try {
    // The response to its last request is not recorded yet: the same URLs must not be sent again.
    if (tools.leases.overdue().some((one) => isSame(one.group, turn.group))) return false
    const { policy, rate } = tools
    const breaker = { after: policy.breakerAfter, openMs: policy.breakerOpen }
    if (!(await acquireToken(tools.db.acrossAccounts(), engine.state, rate, breaker))) {
      turn.giveBack()
      return false
    }
    claim = await claimGroup(tools, engine, turn.group)
  } finally {
    // What is claimed is not due any more; the rest of the group may be sent beside it.
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

async function claimGroup({ db, policy }: DispatchTools, { channel, via }: Engine, group: Group): Promise<Claim> {
  const { lease: leaseMs, partBatchDelay: batchDelayMs } = policy
  const lease = randomUUID()
  const request = { channel: channel.id, via, group, lease, leaseMs, batchDelayMs, limit: channel.maxUrls }
  return { group, lease, rows: await claimDeliveries(db.acrossAccounts(), request) }
}

async function deliver(tools: DispatchTools, engine: Engine, claim: Claim, held: HeldLease): Promise<void> {
  const { log, policy } = tools
  const { group, lease, rows } = claim
  const claimed = { accountId: group.account_id, lease, ids: rows.map(({ id }) => id) }
  const q = tools.db.acrossAccounts()
  if (await holdIfPaused(q, engine.channel.id, group, claimed)) return
  const found = await tools.findSettings(engine.channel, group)
  if ('missing' in found) {
    const { missing, reason } = found
    if (missing === 'service') await releaseClaim(q, claimed, policy.unavailable, reason)
    else await finishClaim(q, claimed, missing === 'project' ? 'dropped' : 'rejected', reason)
    log.warn({ host: group.host, urls: rows.length, reason }, 'not sent')
    return
  }

  const { override = '', fallback } = engine.channel.endpoints?.(found.settings as never) ?? {}
  // The settings may have changed since the deliveries were routed to this endpoint.
  const isRight = engine.via === override || (engine.via !== '' && engine.via === fallback)
  if (!isRight) {
    await rerouteClaim(q, claimed, override)
    return
  }
  await addKeyFile(tools, engine.channel, claim)
  const began = performance.now()
  const result = await send(tools, engine, claim, held, found.settings)
  if (result === undefined) {
    // The rows come due again by themselves, unless another copy has sent them meanwhile.
    log.warn({ engine: engine.channel.id, host: group.host, urls: rows.length }, 'not sent: the lease had ended')
    return
  }
  const tookMs = performance.now() - began
  await recordOutcome(tools, engine, claim, { result, tookMs }, engine.via === fallback ? undefined : fallback)
  logResult(tools, engine, claim, result)
}

/** The channel's result; undefined if the lease had ended before a request was sent. */
async function send(
  tools: DispatchTools,
  { channel, endpoint, via }: Engine,
  { group, rows }: Claim,
  held: HeldLease,
  settings: unknown,
): Promise<ChannelResult | ChannelResult[] | undefined> {
  const { log, fetchPage, cache } = tools
  const batch = { host: group.host, action: group.action, urls: rows.map((row) => row.url) }
  const secrets = secretsIn(channel.settings, settings as Record<string, unknown>)
  const redacted = redactSecrets(via === '' ? tools.fetch : tools.fetchOverride, secrets)
  const fetch: EngineFetch = (url, request) => {
    held.check()
    return redacted(url, request)
  }
  return channel
    .send(batch, settings as never, { endpoint, fetch, fetchPage, cache, now: Date.now })
    .catch((error: unknown): ChannelResult | undefined => {
      if (error instanceof LeaseEnded) return undefined
      // Not the error itself: it may quote a URL with a key in it.
      const reason = failureReason(error)
      log.warn({ engine: channel.id, host: group.host, reason }, 'no response from the engine')
      if (isBlocked(error)) return { kind: 'rejected', reason: 'endpoint_blocked_address', divisible: false }
      return { kind: 'retry', reason }
    })
}

/** From now on the key file of the host is checked. */
async function addKeyFile(tools: DispatchTools, channel: Channel, { group, rows: [first] }: Claim): Promise<void> {
  if (channel.verify === undefined) return
  const { account_id, project_id, host } = group
  const key = `${account_id} ${project_id} ${host}`
  if (tools.knownHosts.has(key)) return
  const file = { account_id, project_id, host, url: first?.url ?? '' }
  await insertKeyFile(tools.db.acrossAccounts(), file)
  tools.knownHosts.set(key, true)
}

/**
 * Logs a line for each trace with URLs in the request, so that the trace of every webhook request leads to the
 * response.
 */
function logResult(
  { log }: DispatchTools,
  { channel, endpoint }: Engine,
  { group, rows }: Claim,
  results: ChannelResult | ChannelResult[],
): void {
  const ended = rows.map(({ traceparent }, index) => {
    const result = Array.isArray(results) ? results[index] : results
    return { traceparent, kind: result?.kind, status: result?.response?.status }
  })
  for (const [traceparent, same] of Map.groupBy(ended, (row) => row.traceparent)) {
    const outcome = [...new Set(same.map(({ kind }) => kind))].join(',')
    const [status] = same.flatMap((row) => row.status ?? [])
    const line = { engine: channel.id, server: URL.parse(endpoint)?.host, host: group.host, urls: same.length }
    inTrace(traceparent ?? undefined, () => log.info({ ...line, outcome, status }, 'sent to the engine'))
  }
}
