import { randomUUID } from 'node:crypto'
import type { Queryable, Transactions } from '@pagebell/postgres/database'
import type { ChannelResult } from '../channels/channel.ts'
import { recordEngineHealth } from '../engines/engine-health.ts'
import { insertKeyCheck } from '../key-files/key-files.sql.ts'
import { deliveries, deliveryTime } from '../metrics.ts'
import { announceTaken } from '../preflight/announce.ts'
import { jitter, type RetryPolicy } from '../retry-policy.ts'
import { retryWhileUnavailable } from '../retry-while-unavailable.ts'
import type { ClaimedRow } from './claims.sql.ts'
import type { Group } from './due.sql.ts'
import type { Claim, DispatchTools, Engine } from './engine.ts'
import { type NextState, nextState } from './next-state.ts'
import { holdGroup, insertEngineCalls, recordNextStates, type SplitRow, splitClaim } from './outcomes.sql.ts'
import { groupByResponse, type ResponseGroup } from './response-groups.ts'

/** A channel's result, for the batch or for each URL, and how long it took. */
type SentBatch = { result: ChannelResult | ChannelResult[]; tookMs: number }
type HeldResult = Extract<ChannelResult, { kind: 'held' }>
type EndedRow = { row: ClaimedRow; result: ChannelResult; response: ResponseGroup }
type PlannedRow = { id: string; row: ClaimedRow; next: NextState; response: ResponseGroup }

/** Everything that is written about a claim. */
type Plan = {
  responses: ResponseGroup[]
  rows: PlannedRow[]
  /** What was refused together and is sent again in two halves. */
  split: SplitRow[]
  splitReason: string
  /** A wait for the other deliveries of the site, which would only get the same result. */
  siteWait: HeldResult | undefined
}

const noResult: ChannelResult = { kind: 'retry', reason: 'no_outcome' }

/** A site's other deliveries are held too for a wait this long. */
const longWaitMs = 10 * 60_000

/** Few enough for one statement on a machine with a tenth of the usual speed. */
const rowsPerWrite = 1_000

/**
 * Records what a result means: for the endpoint, which all copies share, and for each URL of the claim. `fallback` is
 * the endpoint for what this one refuses. May be interrupted and repeated: each row is written once for its request.
 */
export async function recordOutcome(
  { db, policy, stopping }: Pick<DispatchTools, 'db' | 'policy' | 'stopping'>,
  engine: Engine,
  claim: Claim,
  { result, tookMs }: SentBatch,
  fallback?: string,
): Promise<void> {
  const q = db.acrossAccounts()
  const recordHealth = () => recordEngineHealth(q, policy, engine.state, [result].flat())
  const pausedSeconds = await retryWhileUnavailable(recordHealth, stopping)
  const paused = (one: ChannelResult): ChannelResult =>
    one.kind === 'paused' ? { ...one, afterSeconds: pausedSeconds } : one
  const results = Array.isArray(result) ? result.map(paused) : paused(result)
  const plan = planNextStates(claim, results, policy, fallback)
  await write({ q, policy, stopping }, engine, claim, plan, tookMs)
}

/** Decides the next states of the claim's rows. */
function planNextStates(
  claim: Claim,
  results: ChannelResult | ChannelResult[],
  policy: RetryPolicy,
  fallback: string | undefined,
): Plan {
  const { responses, grouped } = groupByResponse(
    claim.rows.map((row, index) => {
      const result = Array.isArray(results) ? results[index] : results
      return { row, result: result ?? noResult }
    }),
  )
  const divisible = grouped.filter(isDivisible)
  const isSplit = divisible.length > 1
  const toRecord = isSplit ? grouped.filter((row) => !isDivisible(row)) : grouped
  const spread = jitter()
  return {
    responses,
    rows: toRecord.map(({ row, result, response }) => {
      return { id: row.id, row, next: nextState(result, row, policy, spread, fallback), response }
    }),
    split: isSplit ? halvesOf(divisible) : [],
    splitReason: `${divisible[0]?.response.reason ?? ''}: asked again in halves`,
    siteWait: toRecord.map(({ result }) => result).find(isLongWait),
  }
}

const isDivisible = ({ result }: EndedRow): boolean => result.kind === 'rejected' && result.divisible

const isLongWait = (result: ChannelResult): result is HeldResult =>
  result.kind === 'held' && result.until > Date.now() + longWaitMs

/** Two parts of a batch that one bad URL may have caused to be refused. */
function halvesOf(rows: EndedRow[]): SplitRow[] {
  const half = Math.ceil(rows.length / 2)
  const parts = [randomUUID(), randomUUID()] as const
  return rows.map(({ row, response }, index) => ({ id: row.id, part: parts[index < half ? 0 : 1], call: response.id }))
}

async function write(
  { q, policy, stopping }: { q: Transactions; policy: RetryPolicy; stopping: AbortSignal },
  { channel, endpoint }: Engine,
  { group, lease, rows: claimed }: Claim,
  plan: Plan,
  tookMs: number,
): Promise<void> {
  const retried = <Written>(work: () => Promise<Written>) => retryWhileUnavailable(work, stopping)
  const accountId = group.account_id
  const request = { accountId, engine: endpoint, urls: claimed.length, tookMs }
  await retried(() => insertEngineCalls(q, request, plan.responses))
  const splits = portionsOf(plan.split)
  const portions = portionsOf(plan.rows)
  for (const [index, portion] of splits.entries()) {
    const isLast = portions.length === 0 && index === splits.length - 1
    await retried(() => splitClaim(q, { accountId, lease, isLast }, plan.splitReason, portion))
  }
  const engine = { channel: channel.id, endpoint, group, keyCheckMs: policy.keyCheck }
  for (const [index, portion] of portions.entries()) {
    const isLast = index === portions.length - 1
    const written = await retried(() => recordPortion(q, engine, { lease, isLast }, portion))
    // Rows that were dropped or have passed to another copy are not this copy's to count.
    countOutcomes(
      channel.id,
      portion.filter(({ id }) => written.has(id)),
    )
  }
  const { siteWait } = plan
  if (siteWait !== undefined) await retried(() => holdGroup(q, channel.id, group, siteWait))
}

/** `keyCheckMs`: until the first check of a key file that deliveries wait for. */
type RecordedEngine = { channel: string; endpoint: string; group: Group; keyCheckMs: number }

/**
 * Writes the next states; with them, that the engine has taken URLs which were submitted with pre-flight, and the check
 * of the key file without which nothing would release what is held without a time.
 */
async function recordPortion(
  q: Transactions,
  { channel, endpoint, group, keyCheckMs }: RecordedEngine,
  { lease, isLast }: { lease: string; isLast: boolean },
  portion: PlannedRow[],
): Promise<Set<string>> {
  const { account_id: accountId, project_id: projectId, action } = group
  const record = (queryable: Queryable) => recordNextStates(queryable, { accountId, lease, isLast }, endpoint, portion)
  const taken = portion.filter(({ row, next }) => row.preflight && next.status === 'delivered')
  const awaitsKey = portion.some(({ next }) => next.status === 'held' && next.delayMs === null)
  if (taken.length === 0 && !awaitsKey) return record(q)
  return q.transaction(async (transaction) => {
    if (awaitsKey) await insertKeyCheck(transaction, channel, group, keyCheckMs)
    const written = await record(transaction)
    const announced = taken.flatMap(({ id, row }) => (written.has(id) ? [row] : []))
    await announceTaken(transaction, { accountId, projectId, channel, action }, announced)
    return written
  })
}

function portionsOf<Row>(rows: Row[]): Row[][] {
  return Array.from({ length: Math.ceil(rows.length / rowsPerWrite) }, (_, portion) =>
    rows.slice(portion * rowsPerWrite, (portion + 1) * rowsPerWrite),
  )
}

function countOutcomes(engine: string, written: PlannedRow[]): void {
  for (const [outcome, same] of Map.groupBy(written, ({ next }) => next.status)) {
    deliveries.add(same.length, { 'pagebell.engine': engine, 'pagebell.outcome': outcome })
  }
  for (const { row, next } of written) {
    const submittedAt = Date.parse(row.submitted_at)
    const isFinal = next.status === 'delivered' || next.status === 'rejected'
    if (!isFinal || Number.isNaN(submittedAt)) continue
    const labels = { 'pagebell.engine': engine, 'pagebell.outcome': next.status }
    deliveryTime.record(Math.max(0, Date.now() - submittedAt) / 1_000, labels)
  }
}
