import { randomUUIDv7 } from 'node:crypto'
import { performance } from 'node:perf_hooks'
import { createFairSlots, NoSlot } from '@pagebell/fair-queue/fair-slots'
import type { Database, Queryable } from '@pagebell/postgres/database'
import { currentTraceparent } from '@pagebell/runtime/trace'
import { withTimeout } from '@pagebell/runtime/with-timeout'
import { unknownToken } from '../hooks/read-token.ts'
import type { SourceResult } from '../sources/read-request.ts'
import type { OnCommitted, SubmissionCommit } from '../submissions/commit.ts'
import type { DedupeCache } from '../submissions/dedupe-cache.ts'
import { isRejected, type JudgedUrl, judgeUrls } from '../submissions/judge-urls.ts'
import { type Committed, publishCommitted } from '../submissions/publish-committed.ts'
import { tooManyDeliveries } from '../submissions/refusals.ts'
import { type CommitLimits, submitGroup } from '../submissions/submissions.sql.ts'
import { databaseTimeout } from '../time-limit.ts'
import { claimDelivery, forgetItems, lockReceivingSource, rememberItems, touchSource } from './deliveries.sql.ts'
import { hashId } from './read-with-memory.ts'
import { isUsedRecently, type ReceivingSource } from './receiving-source.ts'

/** The URLs of a delivery with one action, and what was decided of them. */
export type CommittedPart = Committed & { sent: string[]; judged: JudgedUrl[] }

export type DeliveryCommit = {
  source: ReceivingSource
  tokenHash: Buffer
  channels: string[]
  /** Whether its pages are checked before they are announced. */
  preflight: boolean
  /** Reads the delivery with what is remembered at this moment. */
  read: (q: Queryable) => Promise<SourceResult>
}

/** `parts` is empty if nothing was to be submitted; of a refused delivery it has the part that was refused, and nothing is kept. */
export type DeliveryOutcome =
  | { kind: 'repeated'; result: SourceResult }
  | { kind: 'committed' | 'refused'; result: SourceResult; parts: CommittedPart[] }

/** Rejects with fault `unavailable` after `timeoutMs`, which says whether the delivery may have been committed. */
export type CommitDelivery = (delivery: DeliveryCommit, timeoutMs: number) => Promise<DeliveryOutcome>

type CommitTools = {
  db: Database
  limits: CommitLimits
  dedupeCache: Pick<DedupeCache, 'remember'>
  onCommitted: OnCommitted
}

/**
 * Transactions in progress at once, one of an account: its deliveries would wait for each other's locks, and hold
 * connections meanwhile. The pool has ten connections, and the others are for `/submit`. No more of an account wait than
 * the gateway passes on with one token: they would hold its connections, which are for all accounts.
 */
const slots = { slots: 4, slotsPerKey: 1, maxWaitingPerKey: 64 }

/** Rolls a transaction back and carries what it found. */
class Refused extends Error {
  readonly outcome: DeliveryOutcome

  constructor(outcome: DeliveryOutcome) {
    super('The delivery was refused.')
    this.outcome = outcome
  }
}

/**
 * Commits a delivery whole in one transaction: its id, its updates and deletions, and what it remembers. Therefore a delivery
 * that was refused or cut off can be sent again, and a URL is never submitted without being remembered or the other way round.
 * What the quota has no room for waits, also one of the two actions alone.
 */
export function createDeliveryCommit(tools: CommitTools): CommitDelivery {
  const turns = createFairSlots(slots)
  const commitOne = async (delivery: DeliveryCommit): Promise<DeliveryOutcome> => {
    const began = performance.now()
    const { account_id } = delivery.source
    const outcome = await tools.db
      .forAccount(account_id)
      .transaction((q) => commitIn(q, delivery, tools.limits))
      .catch((error: unknown) => {
        if (error instanceof Refused) return error.outcome
        throw error
      })
    if (outcome.kind === 'committed') publishCommitted(outcome.parts, began, tools)
    return outcome
  }
  return (delivery, timeoutMs) => {
    const abandoned = new AbortController()
    let hasStarted = false
    const commit = async (): Promise<DeliveryOutcome> => {
      hasStarted = true
      return commitOne(delivery)
    }
    const committed = turns.run(delivery.source.account_id, commit, abandoned.signal).catch((error: unknown) => {
      throw error instanceof NoSlot ? tooManyDeliveries(slots.maxWaitingPerKey) : error
    })
    return withTimeout(committed, timeoutMs, () => {
      abandoned.abort()
      return databaseTimeout(hasStarted ? 'unknown' : 'none')
    })
  }
}

async function commitIn(q: Queryable, delivery: DeliveryCommit, limits: CommitLimits): Promise<DeliveryOutcome> {
  const { source, tokenHash } = delivery
  if (!(await lockReceivingSource(q, source, tokenHash))) throw unknownToken()
  const result = await delivery.read(q)
  if (result.verdict !== 'urls') return { kind: 'committed', result, parts: [] }
  const { deliveryId } = result
  if (deliveryId !== undefined && !(await claimDelivery(q, source, hashId(deliveryId))))
    return { kind: 'repeated', result }

  const parts = partsOf(delivery, result)
  const outcomes = await submitGroup(
    q,
    parts.map(({ commit }) => commit),
    limits,
  )
  const committed = parts.map((part, place): CommittedPart => {
    const outcome = outcomes[place]
    if (outcome === undefined) throw new Error('The database left a part of a delivery unanswered.')
    return { ...part, outcome }
  })
  const refused = committed.find(({ outcome }) => outcome.outcome !== 'accepted' && outcome.outcome !== 'waiting')
  if (refused !== undefined) throw new Refused({ kind: 'refused', result, parts: [refused] })
  if (result.forget.length > 0) await forgetItems(q, source, result.forget.map(hashId))
  if (result.remember.length > 0) await rememberItems(q, source, itemsOf(result))
  if (!isUsedRecently(source)) await touchSource(q, source)
  return { kind: 'committed', result, parts: committed }
}

/** One id may come twice in a delivery: its last URL counts. */
const itemsOf = ({ remember }: SourceResult): { item: Buffer; url: string }[] =>
  [...new Map(remember.map(({ id, url }) => [id, url]))].map(([id, url]) => ({ item: hashId(id), url }))

/** A batch has one action: a page with a new URL is two, in one transaction. */
function partsOf(
  { source, tokenHash, channels, preflight }: DeliveryCommit,
  { urls }: SourceResult,
): Omit<CommittedPart, 'outcome'>[] {
  return (['update', 'delete'] as const).flatMap((action) => {
    const sent = urls.filter((one) => one.action === action).map(({ url }) => url)
    if (sent.length === 0) return []
    const { siteUrls, judged } = judgeUrls(sent, source.project, channels)
    const commit: SubmissionCommit = {
      tokenHash,
      accountId: source.account_id,
      projectId: source.project_id,
      project: source.project,
      requestsPerMinute: source.requests_per_minute,
      batchId: randomUUIDv7(),
      key: undefined,
      requestHash: undefined,
      channel: channels.join(','),
      action,
      urls: siteUrls,
      known: judged.filter(({ kind }) => kind === 'repeat').length,
      rejected: judged.filter(isRejected).length,
      dryRun: false,
      overQuota: 'wait',
      preflight,
      schedule: null,
      traceparent: currentTraceparent(),
    }
    return [{ commit, sent, judged }]
  })
}
