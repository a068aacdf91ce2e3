import { randomUUIDv7 } from 'node:crypto'
import type { Queryable } from '@pagebell/postgres/database'
import { unknownToken } from '../hooks/read-token.ts'
import type { SourceResult } from '../sources/read-request.ts'
import type { SubmissionCommit } from '../submissions/commit.ts'
import { isRejected, type JudgedUrl, judgeUrls } from '../submissions/judge-urls.ts'
import type { Committed } from '../submissions/publish-committed.ts'
import { type CommitLimits, submitGroup } from '../submissions/submissions.sql.ts'
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
  traceparent: string | undefined
}

/** `parts` is empty if nothing was to be submitted; of a refused delivery it has the part that was refused, and nothing is kept. */
export type DeliveryOutcome =
  | { kind: 'repeated'; result: SourceResult }
  | { kind: 'committed' | 'refused'; result: SourceResult; parts: CommittedPart[] }

/** Rolls a transaction back and carries what it found. */
export class Refused extends Error {
  readonly outcome: DeliveryOutcome

  constructor(outcome: DeliveryOutcome) {
    super('The delivery was refused.')
    this.outcome = outcome
  }
}

/** Of the deliveries of a transaction in total; one with more has a transaction for itself. */
const maxUrls = 1_000

type Part = Omit<CommittedPart, 'outcome'>
type ReadDelivery = { result: SourceResult; isRepeated: boolean; parts: Part[] }

/**
 * Commits deliveries of one source in one transaction, each whole: its id, its updates and deletions, and what it remembers.
 * Returns the outcomes of as many as there was room for, in their order. Throws `Refused` if one of them was refused.
 */
export async function commitTogether(
  q: Queryable,
  deliveries: [DeliveryCommit, ...DeliveryCommit[]],
  limits: CommitLimits,
): Promise<DeliveryOutcome[]> {
  const [{ source, tokenHash }] = deliveries
  if (!(await lockReceivingSource(q, source, tokenHash))) throw unknownToken()
  const read: ReadDelivery[] = []
  let urls = 0
  for (const delivery of deliveries) {
    const result = await delivery.read(q)
    urls += result.urls.length
    if (read.length > 0 && urls > maxUrls) break
    read.push(await remember(q, delivery, result))
  }
  const commits = read.flatMap(({ parts }) => parts.map(({ commit }) => commit))
  const outcomes = commits.length === 0 ? [] : await submitGroup(q, commits, limits)
  let index = 0
  const committed = read.map(({ result, isRepeated, parts }): DeliveryOutcome => {
    if (isRepeated) return { kind: 'repeated', result }
    const withOutcomes = parts.map((part): CommittedPart => {
      const outcome = outcomes[index++]
      if (outcome === undefined) throw new Error('The database left a part of a delivery unanswered.')
      return { ...part, outcome }
    })
    const refused = withOutcomes.find(({ outcome }) => outcome.outcome !== 'accepted' && outcome.outcome !== 'waiting')
    if (refused !== undefined) throw new Refused({ kind: 'refused', result, parts: [refused] })
    return { kind: 'committed', result, parts: withOutcomes }
  })
  if (commits.length > 0 && !isUsedRecently(source)) await touchSource(q, source)
  return committed
}

/** Keeps the id of a delivery, and what those after it have to know of its items. */
async function remember(q: Queryable, delivery: DeliveryCommit, result: SourceResult): Promise<ReadDelivery> {
  const { source } = delivery
  if (result.verdict !== 'urls') return { result, isRepeated: false, parts: [] }
  const { deliveryId, forget, remember: items } = result
  if (deliveryId !== undefined && !(await claimDelivery(q, source, hashId(deliveryId))))
    return { result, isRepeated: true, parts: [] }
  if (forget.length > 0) await forgetItems(q, source, forget.map(hashId))
  if (items.length > 0) await rememberItems(q, source, itemsOf(result))
  return { result, isRepeated: false, parts: partsOf(delivery, result) }
}

/** One id may come twice in a delivery: its last URL counts. */
const itemsOf = ({ remember }: SourceResult): { item: Buffer; url: string }[] =>
  [...new Map(remember.map(({ id, url }) => [id, url]))].map(([id, url]) => ({ item: hashId(id), url }))

/** A batch has one action: a page with a new URL is two, in one transaction. */
function partsOf(
  { source, tokenHash, channels, preflight, traceparent }: DeliveryCommit,
  { urls }: SourceResult,
): Part[] {
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
      traceparent,
    }
    return [{ commit, sent, judged }]
  })
}
