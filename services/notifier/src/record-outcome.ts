import { randomUUID } from 'node:crypto'
import type { Queryable } from '@pagebell/postgres/database'
import { deliveries, deliveryTime } from '@pagebell/runtime/metrics'
import type { Outcome } from './channel.ts'
import { decideFate, type Fate, jitter } from './decide-fate.ts'
import type { Claim, Dispatching, Engine } from './dispatch.ts'
import { insist } from './insist.ts'
import type { Claimed } from './queries/claim-deliveries.ts'
import { holdGroup } from './queries/hold-group.ts'
import { insertEngineCalls } from './queries/insert-engine-calls.ts'
import { insertKeyCheck } from './queries/insert-key-check.ts'
import { noteHealthy, noteTrouble } from './queries/note-health.ts'
import { pauseEndpoint } from './queries/pause-endpoint.ts'
import { recordFates } from './queries/record-fates.ts'
import { splitClaimed } from './queries/split-claimed.ts'
import { type Answer, tellAnswersApart } from './tell-answers-apart.ts'

type Tools = Pick<Dispatching, 'db' | 'schedule'>
type Ended = { row: Claimed; outcome: Outcome; answer: Answer }
/** What a channel answered, for the batch or for each URL, and how long that took. */
type Said = { said: Outcome | Outcome[]; tookMs: number }
type Held = Extract<Outcome, { kind: 'held' }>

const unanswered: Outcome = { kind: 'retry', reason: 'no_outcome' }

/** A wait this long is worth telling to the rest of the site's URLs, which would only learn the same. */
const longWaitMs = 10 * 60_000

/**
 * Writes down what an answer means: for the endpoint, which all share, and for each URL of the claim. `fallback` is the
 * endpoint that is told what this one refuses.
 */
export async function recordOutcome(
  tools: Tools,
  engine: Engine,
  claim: Claim,
  { said, tookMs }: Said,
  fallback?: string,
): Promise<void> {
  const { db, schedule } = tools
  const pausedFor = await insist(() => noteEngine(tools, engine.endpoint, [said].flat()))
  const rested = (outcome: Outcome): Outcome =>
    outcome.kind === 'paused' ? { ...outcome, afterSeconds: pausedFor } : outcome
  const outcomes = Array.isArray(said) ? said.map(rested) : rested(said)
  const { answers, ended } = tellAnswersApart(
    claim.rows.map((row, index) => {
      const outcome = Array.isArray(outcomes) ? outcomes[index] : outcomes
      return { row, outcome: outcome ?? unanswered }
    }),
  )
  const isSunk = ({ outcome }: Ended) => outcome.kind === 'rejected' && outcome.divisible
  const sunk = ended.filter(isSunk)
  const [toSplit, toRecord] = sunk.length > 1 ? [sunk, ended.filter((one) => !isSunk(one))] : [[], ended]

  const spread = jitter()
  const fates = toRecord.map(({ row, outcome, answer }) => {
    return { id: row.id, fate: decideFate(outcome, row, schedule, spread, fallback), answer }
  })
  const { group, lease } = claim
  const mine = { accountId: group.account_id, lease }
  const longest = toRecord.map(({ outcome }) => outcome).find(isLongWait)
  const asked = { accountId: group.account_id, engine: engine.endpoint, urls: claim.rows.length, tookMs }
  const write = async (q: Queryable): Promise<void> => {
    await q.query(insertEngineCalls(asked, answers))
    if (toSplit.length > 0) await split(q, mine, toSplit)
    if (fates.length > 0) await q.query(recordFates({ ...mine, engine: engine.endpoint }, fates))
    // What is held without a time waits for the key check.
    if (fates.some(({ fate }) => fate.status === 'held' && fate.delayMs === null))
      await q.query(insertKeyCheck(engine.channel.id, group, schedule.keyCheck))
    if (longest !== undefined) await q.query(holdGroup(engine.channel.id, group, longest))
  }
  await insist(() => db.transaction(write))
  countFates(
    engine.channel.id,
    toRecord.map(({ row }) => row),
    fates,
  )
}

const isLongWait = (outcome: Outcome): outcome is Held =>
  outcome.kind === 'held' && outcome.until > Date.now() + longWaitMs

/** Makes halves of what may have been refused for one bad URL. */
async function split(q: Queryable, mine: { accountId: string; lease: string }, sunk: Ended[]): Promise<void> {
  const half = Math.ceil(sunk.length / 2)
  const [first] = sunk
  const reason = `${first?.outcome.kind === 'rejected' ? first.outcome.reason : ''}: asked again in halves`
  const parts = [randomUUID(), randomUUID()] as const
  const rows = sunk.map(({ row, answer }, index) => ({
    id: row.id,
    part: parts[index < half ? 0 : 1],
    call: answer.id,
  }))
  await q.query(splitClaimed({ ...mine, reason }, rows))
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

/** What the answers mean for the endpoint; seconds for which it rests if they ask for that. */
async function noteEngine({ db, schedule }: Tools, endpoint: string, outcomes: Outcome[]): Promise<number> {
  const paused = outcomes.find((one) => one.kind === 'paused')
  if (paused !== undefined) {
    const named = paused.afterSeconds === undefined ? undefined : paused.afterSeconds * 1_000
    const plan = { first: schedule.pause, most: schedule.pauseMost, spread: jitter() }
    const { rows } = await db.query<{ for_ms: number }>(pauseEndpoint(endpoint, named, plan))
    return Math.max(rows[0]?.for_ms ?? schedule.pause, 0) / 1_000
  }
  const ofEngine = outcomes.filter(isOfEngine)
  if (ofEngine.length === 0) return 0
  const isTrouble = ofEngine.every(({ kind }) => kind === 'retry')
  await db.query(
    isTrouble
      ? noteTrouble(endpoint, { after: schedule.breakerAfter, openMs: schedule.breakerOpen })
      : noteHealthy(endpoint),
  )
  return 0
}

/** Whether the engine was asked: what a look at the site, or what is known already, decides says nothing about it. */
const isOfEngine = (outcome: Outcome): boolean =>
  outcome.kind === 'retry' ? outcome.ofSite !== true : outcome.words !== undefined
