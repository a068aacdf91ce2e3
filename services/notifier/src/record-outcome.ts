import { randomUUID } from 'node:crypto'
import { deliveries, deliveryTime } from '@pagebell/runtime/metrics'
import { boundedWords } from './bounded-words.ts'
import type { Outcome, Words } from './channel.ts'
import { decideFate, type Fate, jitter } from './decide-fate.ts'
import type { Claim, Dispatching, Engine } from './dispatch.ts'
import type { Claimed } from './queries/claim-deliveries.ts'
import { insertKeyCheck } from './queries/insert-key-check.ts'
import { noteHealthy, noteTrouble } from './queries/note-health.ts'
import { pauseEndpoint } from './queries/pause-endpoint.ts'
import { recordFates } from './queries/record-fates.ts'
import { splitClaimed } from './queries/split-claimed.ts'

type Tools = Pick<Dispatching, 'db' | 'schedule'>

/** Writes down what an answer means: for the endpoint, which all share, and for each URL of the claim. */
export async function recordOutcome(tools: Tools, engine: Engine, claim: Claim, said: Outcome): Promise<void> {
  const { db, schedule } = tools
  const { group, lease, rows } = claim
  const outcome = await noteEngine(tools, engine.endpoint, said)

  if (outcome.kind === 'rejected' && outcome.divisible && rows.length > 1) {
    const first = rows.slice(0, Math.ceil(rows.length / 2)).map((row) => row.id)
    const parts: [string, string] = [randomUUID(), randomUUID()]
    const reason = `${outcome.reason}: asked again in halves`
    await db.query(splitClaimed({ accountId: group.account_id, lease, parts, reason }, first))
    return
  }

  const spread = jitter()
  const fates = rows.map((row) => ({ id: row.id, fate: decideFate(outcome, row, schedule, spread) }))
  countFates(engine.channel.id, rows, fates)
  const words = outcome.words && bounded(outcome.words)
  const record = recordFates({ accountId: group.account_id, lease, engine: engine.endpoint, words }, fates)
  if (!fates.some(({ fate }) => fate.status === 'held')) {
    await db.query(record)
    return
  }
  await db.transaction(async (q) => {
    await q.query(record)
    await q.query(insertKeyCheck(engine.channel.id, group, schedule.keyCheck))
  })
}

function countFates(engine: string, rows: Claimed[], fates: { fate: Fate }[]): void {
  for (const [outcome, same] of Map.groupBy(fates, ({ fate }) => fate.status)) {
    deliveries.add(same.length, { 'pagebell.engine': engine, 'pagebell.outcome': outcome })
  }
  for (const [n, { fate }] of fates.entries()) {
    const submittedAt = Date.parse(rows[n]?.submitted_at ?? '')
    if (!isFinal(fate) || Number.isNaN(submittedAt)) continue
    const labels = { 'pagebell.engine': engine, 'pagebell.outcome': fate.status }
    deliveryTime.record(Math.max(0, Date.now() - submittedAt) / 1_000, labels)
  }
}

const isFinal = ({ status }: Fate): boolean => status === 'delivered' || status === 'rejected'

/** What the answer means for the endpoint; a pause comes back with its length. */
async function noteEngine({ db, schedule }: Tools, endpoint: string, outcome: Outcome): Promise<Outcome> {
  if (outcome.kind === 'retry') {
    await db.query(noteTrouble(endpoint, { after: schedule.breakerAfter, openMs: schedule.breakerOpen }))
    return outcome
  }
  if (outcome.kind !== 'paused') {
    await db.query(noteHealthy(endpoint))
    return outcome
  }
  const named = outcome.afterSeconds === undefined ? undefined : outcome.afterSeconds * 1_000
  const plan = { first: schedule.pause, most: schedule.pauseMost, spread: jitter() }
  const { rows } = await db.query<{ for_ms: number }>(pauseEndpoint(endpoint, named, plan))
  return { ...outcome, afterSeconds: Math.max(rows[0]?.for_ms ?? schedule.pause, 0) / 1_000 }
}

const bounded = ({ status, message }: Words): Words => ({ status, message: boundedWords(message) })
