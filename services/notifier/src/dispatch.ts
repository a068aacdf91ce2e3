import { randomUUID } from 'node:crypto'
import { secretsIn } from '@pagebell/channel-settings/mask-settings'
import type { Database } from '@pagebell/postgres/database'
import type { Log } from '@pagebell/runtime/log'
import { inSharedSpan } from '@pagebell/runtime/span'
import type { Channel, EngineFetch, Outcome, SiteFetch } from './channel.ts'
import { reasonOf } from './fetch-engine.ts'
import type { FindSettings } from './find-settings.ts'
import type { Memory } from './memory.ts'
import { type Claimed, claimDeliveries } from './queries/claim-deliveries.ts'
import { endClaimed } from './queries/end-claimed.ts'
import { beforeAll, findDueGroup, type Group } from './queries/find-due-group.ts'
import { putBack } from './queries/put-back.ts'
import { takePermit } from './queries/take-permit.ts'
import { recordOutcome } from './record-outcome.ts'
import type { Schedule } from './retry-schedule.ts'
import { scrubbing } from './scrub.ts'

export type Rate = { perSecond: number; burst: number }
export type Dispatching = {
  db: Database
  log: Log
  schedule: Schedule
  rate: Rate
  findSettings: FindSettings
  fetch: EngineFetch
  look: SiteFetch
  memory: Memory
}
/** A channel at the operator's endpoint, and the group that had its turn last, which all lanes of a copy share. */
export type Engine = { channel: Channel; endpoint: string; turn: Group }

/** One request to the engine with what is due of the next group; false if nothing is due or the engine is to rest. */
export async function dispatchNext(tools: Dispatching, engine: Engine): Promise<boolean> {
  const { db, schedule, rate } = tools
  const onward = await nextGroup(db, engine, engine.turn)
  const group = onward ?? (engine.turn === beforeAll ? undefined : await nextGroup(db, engine, beforeAll))
  if (group === undefined) {
    engine.turn = beforeAll
    return false
  }
  const breaker = { after: schedule.breakerAfter, openMs: schedule.breakerOpen }
  const permit = await db.query(takePermit(engine.endpoint, rate, breaker))
  if (permit.rowCount === 0) return false
  engine.turn = group

  const { lease: leaseMs, gather: gatherMs } = schedule
  const lease = randomUUID()
  const limit = engine.channel.mostUrls
  const claim = { channel: engine.channel.id, group, lease, leaseMs, gatherMs, limit }
  const { rows } = await db.query<Claimed>(claimDeliveries(claim))
  // Another lane or copy was faster; the group after it may be free.
  if (rows.length > 0) {
    const attributes = { 'pagebell.engine': engine.channel.id, 'pagebell.urls': rows.length }
    await inSharedSpan(
      rows.map(({ traceparent }) => traceparent),
      { name: `notify ${engine.channel.id}`, kind: 'internal', attributes },
      () => deliver(tools, engine, { group, lease, rows }),
    )
  }
  return true
}

async function nextGroup(db: Database, engine: Engine, after: Group): Promise<Group | undefined> {
  const { account_id, project_id, host, action, part } = after
  const found = await db.query<Group>(findDueGroup(engine.channel.id, { account_id, project_id, host, action, part }))
  return found.rows[0]
}

export type Claim = { group: Group; lease: string; rows: Claimed[] }

async function deliver(tools: Dispatching, engine: Engine, claim: Claim): Promise<void> {
  const { db, log, schedule, look, memory } = tools
  const { group, lease, rows } = claim
  const found = await tools.findSettings(engine.channel, group)
  if ('missing' in found) {
    const { missing, reason } = found
    if (missing === 'service') await db.query(putBack(group.account_id, lease, schedule.ownTrouble, reason))
    else await db.query(endClaimed(group.account_id, lease, missing === 'project' ? 'dropped' : 'rejected', reason))
    log.warn({ host: group.host, urls: rows.length, reason }, 'not sent')
    return
  }

  const batch = { host: group.host, action: group.action, urls: rows.map((row) => row.url) }
  const { channel, endpoint } = engine
  const fetch = scrubbing(tools.fetch, secretsIn(channel.settings, found.settings as Record<string, unknown>))
  const outcome = await channel
    .send(batch, found.settings as never, { endpoint, fetch, look, memory, now: Date.now })
    .catch((error: unknown): Outcome => {
      // Not the error itself: it may quote an address with a key in it.
      const reason = reasonOf(error)
      log.warn({ engine: channel.id, host: group.host, reason }, 'the engine gave no answer')
      return { kind: 'retry', reason }
    })
  await recordOutcome(tools, engine, claim, outcome)
  const outcomes = [...new Set([outcome].flat().map(({ kind }) => kind))].join(',')
  log.info({ engine: channel.id, host: group.host, urls: rows.length, outcome: outcomes }, 'told the engine')
}
