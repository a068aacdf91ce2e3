import { randomUUID } from 'node:crypto'
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

type Tools = Pick<Dispatching, 'db' | 'schedule' | 'stopping'>
type Ended = { row: Claimed; outcome: Outcome; answer: Answer }
/** What a channel answered, for the batch or for each URL, and how long that took. */
type Said = { said: Outcome | Outcome[]; tookMs: number }
type Held = Extract<Outcome, { kind: 'held' }>

const unanswered: Outcome = { kind: 'retry', reason: 'no_outcome' }

/** A wait this long is worth telling to the rest of the site's URLs, which would only learn the same. */
const longWaitMs = 10 * 60_000

/**
 * Writes down what an answer means: for the endpoint, which all share, and for each URL of the claim. `fallback` is the
 * endpoint that is told what this one refuses. Harmless to interrupt and repeat: each row is written once by its lease.
 */
export async function recordOutcome(
  tools: Tools,
  engine: Engine,
  claim: Claim,
  { said, tookMs }: Said,
  fallback?: string,
): Promise<void> {
  const { db, schedule, stopping } = tools
  const pausedFor = await insist(() => noteEngine(tools, engine.state, [said].flat()), stopping)
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
    return { id: row.id, row, fate: decideFate(outcome, row, schedule, spread, fallback), answer }
  })
  const { group, lease } = claim
  const mine = { accountId: group.account_id, lease }
  const asked = { accountId: group.account_id, engine: engine.endpoint, urls: claim.rows.length, tookMs }
  await insist(() => db.query(insertEngineCalls(asked, answers)), stopping)
  for (const rows of portionsOf(halvesOf(toSplit)))
    await insist(
      () => db.query(splitClaimed({ ...mine, reason: `${reasonOf(sunk)}: asked again in halves` }, rows)),
      stopping,
    )
  // What is held without a time waits for the key check, which is there first: without it nothing would free them.
  if (fates.some(({ fate }) => fate.status === 'held' && fate.delayMs === null))
    await insist(() => db.query(insertKeyCheck(engine.channel.id, group, schedule.keyCheck)), stopping)
  for (const portion of portionsOf(fates)) {
    const write = () => db.query<{ id: string }>(recordFates({ ...mine, engine: engine.endpoint }, portion))
    const { rows } = await insist(write, stopping)
    countFates(engine.channel.id, portion, rows)
  }
  const longest = toRecord.map(({ outcome }) => outcome).find(isLongWait)
  if (longest !== undefined) await insist(() => db.query(holdGroup(engine.channel.id, group, longest)), stopping)
}

/** So many rows as a machine with a tenth of its speed can still write within a statement's time. */
const rowsAtOnce = 1_000

function portionsOf<Row>(rows: Row[]): Row[][] {
  return Array.from({ length: Math.ceil(rows.length / rowsAtOnce) }, (_, portion) =>
    rows.slice(portion * rowsAtOnce, (portion + 1) * rowsAtOnce),
  )
}

const isLongWait = (outcome: Outcome): outcome is Held =>
  outcome.kind === 'held' && outcome.until > Date.now() + longWaitMs

const reasonOf = ([first]: Ended[]): string => (first?.outcome.kind === 'rejected' ? first.outcome.reason : '')

/** Halves of what may have been refused for one bad URL. */
function halvesOf(sunk: Ended[]): { id: string; part: string; call: string }[] {
  const half = Math.ceil(sunk.length / 2)
  const parts = [randomUUID(), randomUUID()] as const
  return sunk.map(({ row, answer }, index) => ({ id: row.id, part: parts[index < half ? 0 : 1], call: answer.id }))
}

/** Counts what was written: rows that had been dropped or had passed to another copy are not this one's to count. */
function countFates(engine: string, fates: { id: string; row: Claimed; fate: Fate }[], rows: { id: string }[]): void {
  const ids = new Set(rows.map(({ id }) => id))
  const written = fates.filter(({ id }) => ids.has(id))
  for (const [outcome, same] of Map.groupBy(written, ({ fate }) => fate.status)) {
    deliveries.add(same.length, { 'pagebell.engine': engine, 'pagebell.outcome': outcome })
  }
  for (const { row, fate } of written) {
    const submittedAt = Date.parse(row.submitted_at)
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
