import { randomUUIDv7 } from 'node:crypto'
import type { Fault } from '@pagebell/faults/fault'
import type { Batcher } from '@pagebell/runtime/batcher'
import { currentTraceparent } from '@pagebell/runtime/trace'
import type { TokenOwner } from '../hooks/hook.ts'
import { unknownToken } from '../hooks/read-token.ts'
import { quotaRefusals, urlsJudged } from '../metrics.ts'
import { type ChannelFinder, notReadyCode } from '../project-channels/channel-finder.ts'
import { exhaustedPeriod, type Quota, toQuotaJson } from '../quotas/quota-use.ts'
import { lookupWithTimeout } from '../time-limit.ts'
import type { AcceptedCommit, CommitResult, OverQuota, SubmissionCommit, WaitingCommit } from './commit.ts'
import { type Idempotency, isSameRequest, type StoredAnswer, type StoredKey } from './idempotency.ts'
import { isRejected, judgeUrls, toVerdicts, type Verdict } from './judge-urls.ts'
import { neededBy, nothingToSubmit, outboxFull, quotaUsedUp, reusedKey, tooManyRequests } from './refusals.ts'
import type { Schedule } from './schedule.ts'

export type Submission = {
  tokenHash: Buffer
  owner: TokenOwner
  urls: string[]
  /** Undefined for the project's default channels. */
  channel: string | undefined
  action: 'update' | 'delete'
  idempotency: Idempotency | undefined
  dryRun: boolean
  overQuota: OverQuota
  /** Undefined for the project's setting. */
  preflight: boolean | undefined
  /** Needs pre-flight. */
  schedule?: Schedule | undefined
  /** Milliseconds that the caller waits from now on. */
  timeoutMs: number
}

/** The body of the answer, but for its status. */
export type SubmissionAnswer = {
  batch_id: string | null
  accepted: number
  duplicates: number
  rejected: number
  /** URLs that wait for the quota; absent if none does. */
  waiting?: number
  results: Verdict[]
  quota: ReturnType<typeof toQuotaJson>
}

/** An answer or a refusal, with the quota at that moment; `at` is the database's clock in milliseconds since 1970. */
export type SubmissionResult =
  | { kind: 'answered'; answer: SubmissionAnswer; quota: Quota; at: number }
  | { kind: 'refused'; refusal: Fault; quota: Quota; at: number }

/** Counts a request that commits nothing towards the rates of its token and account; throws fault `rate_limited`. */
export type CountRequest = (request: Pick<Submission, 'tokenHash' | 'owner'>, timeoutMs: number) => Promise<void>

export type SubmissionTools = {
  commit: Batcher<SubmissionCommit, CommitResult>
  findChannels: ChannelFinder['find']
  findAnswer: Batcher<StoredKey, StoredAnswer | undefined>
  countRequest: CountRequest
  /** Whether so many batches wait for RabbitMQ that none may be added. */
  outboxIsFull: () => boolean
  windowMs: number
}

/** Judges, charges and queues the URLs of one request, or refuses it whole. */
export async function submitUrls(submission: Submission, tools: SubmissionTools): Promise<SubmissionResult> {
  if (tools.outboxIsFull()) throw outboxFull()
  const began = performance.now()
  const msLeft = () => submission.timeoutMs - (performance.now() - began)
  const { owner, channel, dryRun } = submission
  const request = { ...submission, idempotency: dryRun ? undefined : submission.idempotency }
  try {
    const { channels, preflight } = await lookupWithTimeout(tools.findChannels(owner, channel), msLeft())
    const settled = { ...request, preflight: submission.preflight ?? preflight, timeoutMs: msLeft() }
    return await submitTo(channels, settled, tools)
  } catch (error) {
    const { code } = error as Partial<Fault>
    if (request.idempotency === undefined || (code !== notReadyCode && code !== reusedKey().code)) throw error
    // A stored answer stays the answer, whatever has become of the channels since, and whichever version hashed it.
    if (code === notReadyCode) await tools.countRequest(submission, msLeft())
    const stored = await findStoredAnswer({ ...request, timeoutMs: msLeft() }, request.idempotency, tools)
    if (stored === undefined) throw error
    return stored
  }
}

/** The answer that an earlier try of this very request got; undefined if there was none, or it was another request. */
async function findStoredAnswer(
  submission: Submission,
  idempotency: Idempotency,
  tools: SubmissionTools,
): Promise<SubmissionResult | undefined> {
  const { tokenHash, owner } = submission
  const { accountId, projectId } = owner
  const stored = await tools.findAnswer({ tokenHash, accountId, projectId, key: idempotency.key }, submission.timeoutMs)
  if (stored === undefined) return undefined
  // The version before did not store the channels: its request is the same only if the channels are still the same.
  const channel = stored.outcome.channel ?? (await tools.findChannels(owner, submission.channel)).channels.join(',')
  if (!isSameRequest(stored, idempotency, channel)) return undefined
  return repeatAnswer(submission, { ...stored.outcome, channel }, tools)
}

async function submitTo(
  channels: string[],
  submission: Submission & { preflight: boolean },
  tools: SubmissionTools,
): Promise<SubmissionResult> {
  const { tokenHash, owner, urls, action, idempotency, dryRun, overQuota, preflight, timeoutMs } = submission
  const { siteUrls, judged } = judgeUrls(urls, owner.project, channels)
  const request: SubmissionCommit = {
    ...owner,
    tokenHash,
    batchId: randomUUIDv7(),
    key: idempotency?.key,
    requestHash: idempotency?.requestHash,
    channel: channels.join(','),
    action,
    urls: siteUrls,
    known: judged.filter((one) => one.kind === 'repeat').length,
    rejected: judged.filter(isRejected).length,
    dryRun,
    overQuota,
    preflight,
    schedule: submission.schedule ?? null,
    traceparent: currentTraceparent(),
  }
  const { outcome, chargedAt } = await tools.commit(request, timeoutMs)
  if (outcome.outcome === 'too_many_requests') throw tooManyRequests(owner.requestsPerMinute)
  if (outcome.outcome === 'unknown_token') throw unknownToken()
  if (outcome.outcome === 'key_reused') throw reusedKey()
  if (outcome.outcome === 'used_up' || outcome.outcome === 'over' || outcome.outcome === 'waiting_full') {
    const needed = neededBy(outcome, request)
    if (!dryRun) quotaRefusals.add(1, { 'pagebell.period': exhaustedPeriod(outcome, needed) })
    return { kind: 'refused', refusal: quotaUsedUp(outcome, needed), quota: outcome, at: outcome.at }
  }
  if (outcome.outcome !== 'nothing' && outcome.stored) return repeatAnswer(submission, outcome, tools)
  const fresh = outcome.outcome === 'waiting' ? 'waiting' : 'accepted'
  const results = toVerdicts(urls, judged, { chargedAt, at: outcome.at, channels, windowMs: tools.windowMs, fresh })
  if (outcome.outcome === 'nothing')
    return { kind: 'refused', refusal: nothingToSubmit(results[0]?.reason), quota: outcome, at: outcome.at }

  if (!dryRun) countVerdicts(results)
  return toResult(outcome, results)
}

/** The answer that an earlier request with the same Idempotency-Key got. Nothing is written or counted again. */
function repeatAnswer(
  { urls, owner }: Submission,
  outcome: AcceptedCommit | WaitingCommit,
  { windowMs }: SubmissionTools,
): SubmissionResult {
  const channels = (outcome.channel ?? '').split(',')
  const { judged } = judgeUrls(urls, owner.project, channels)
  const chargedAt: (number | undefined)[] = []
  for (const [position, moment] of outcome.seen) chargedAt[position] = moment
  const { outcome: fresh, at } = outcome
  return toResult(outcome, toVerdicts(urls, judged, { chargedAt, at, channels, windowMs, fresh }))
}

function toResult(outcome: AcceptedCommit | WaitingCommit, results: Verdict[]): SubmissionResult {
  return { kind: 'answered', answer: toAnswer(outcome, results), quota: outcome, at: outcome.at }
}

/** The body of the answer to a request that was accepted or waits. */
export function toAnswer(outcome: Quota & Pick<AcceptedCommit, 'batch_id'>, results: Verdict[]): SubmissionAnswer {
  const accepted = results.filter((one) => one.verdict === 'accepted').length
  const rejected = results.filter((one) => one.verdict === 'invalid' || one.verdict === 'foreign').length
  const waiting = results.filter((one) => one.verdict === 'waiting').length
  return {
    batch_id: outcome.batch_id ?? null,
    accepted,
    duplicates: results.length - rejected - accepted - waiting,
    rejected,
    ...(waiting > 0 && { waiting }),
    results,
    quota: toQuotaJson(outcome),
  }
}

function countVerdicts(results: Verdict[]): void {
  for (const [verdict, urls] of Map.groupBy(results, (one) => one.verdict)) {
    urlsJudged.add(urls.length, { 'pagebell.verdict': verdict })
  }
}
