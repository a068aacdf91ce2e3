import { hash, randomUUIDv7 } from 'node:crypto'
import { fault } from '@pagebell/faults/fault'
import type { Gathered } from '@pagebell/runtime/gather'
import { quotaRefusals, urlsJudged } from '@pagebell/runtime/metrics'
import { currentTraceparent } from '@pagebell/runtime/trace'
import type { Commit, Quota } from './commit-group.ts'
import type { Decision } from './commit-requests.ts'
import type { HookOwner } from './find-owner.ts'
import { judgeUrls } from './judge-urls.ts'
import { nothingToSubmit, periodInTheWay, quotaUsedUp, reusedKey, tooManyRequests, unknownToken } from './refuse.ts'
import { writeQuota } from './write-quota.ts'
import { type Verdict, writeVerdicts } from './write-verdicts.ts'

export type Submission = {
  tokenHash: Buffer
  owner: HookOwner
  urls: string[]
  /** By which it goes: one or several. */
  channels: string[]
  action: 'update' | 'delete'
  idempotencyKey: string | undefined
  dryRun: boolean
  /** Milliseconds that the caller waits from now on. */
  withinMs: number
}

export type Submitted = {
  batch_id: string | null
  accepted: number
  duplicates: number
  rejected: number
  results: Verdict[]
  quota: ReturnType<typeof writeQuota>
  status: 200 | 202
}

type Tools = {
  commit: Gathered<Commit, Decision>
  /** Whether so much waits for RabbitMQ already that nothing may be added. */
  backlogIsFull: () => boolean
  windowMs: number
  /** Told of the quota before it is answered or refused. */
  onQuota: (quota: Quota, at: number) => void
}

/** Judges, charges and queues the URLs of one request, or refuses it whole. */
export async function submitUrls(
  submission: Submission,
  { commit, backlogIsFull, windowMs, onQuota }: Tools,
): Promise<Submitted> {
  if (backlogIsFull()) {
    throw fault('unavailable', 'Too much waits to be sent on. Try again later.', {
      retryAfterSeconds: 30,
      details: { outcome: 'none' },
    })
  }
  const { tokenHash, owner, urls, channels, action, idempotencyKey, dryRun, withinMs } = submission
  const { own, judged } = judgeUrls(urls, owner.project, channels, action)
  const repeats = judged.filter((one) => one.kind === 'repeat').length
  const rejected = judged.filter((one) => one.kind === 'invalid' || one.kind === 'foreign').length
  const key = dryRun ? undefined : idempotencyKey
  const asked: Commit = {
    ...owner,
    tokenHash,
    batchId: randomUUIDv7(),
    key,
    requestHash: key === undefined ? undefined : hashRequest(urls, channels.join(','), action),
    channel: channels.join(','),
    action,
    urls: own,
    known: repeats,
    rejected,
    dryRun,
    traceparent: currentTraceparent(),
  }
  const { outcome, chargedAt } = await commit(asked, withinMs)
  if (outcome.outcome === 'too_many_requests') throw tooManyRequests()
  if (outcome.outcome === 'unknown_token') throw unknownToken()
  if (outcome.outcome === 'key_reused') throw reusedKey()
  onQuota(outcome, outcome.at)
  if (outcome.outcome === 'used_up' || outcome.outcome === 'over') {
    const needed = outcome.outcome === 'over' ? outcome.needed : Math.max(1, own.length)
    if (!dryRun) quotaRefusals.add(1, { 'pagebell.period': periodInTheWay(outcome, needed) })
    throw quotaUsedUp(outcome, needed, outcome.at)
  }
  const results = writeVerdicts(urls, judged, { chargedAt, at: outcome.at, channels, windowMs })
  if (outcome.outcome === 'nothing') throw nothingToSubmit(results[0]?.reason)

  if (!dryRun) countVerdicts(results)
  const accepted = results.filter((one) => one.verdict === 'accepted').length
  return {
    batch_id: outcome.batch_id ?? null,
    accepted,
    duplicates: results.length - rejected - accepted,
    rejected,
    results,
    quota: writeQuota(outcome),
    status: dryRun ? 200 : 202,
  }
}

function countVerdicts(results: Verdict[]): void {
  for (const [verdict, urls] of Map.groupBy(results, (one) => one.verdict)) {
    urlsJudged.add(urls.length, { 'pagebell.verdict': verdict })
  }
}

/** By which a request with an Idempotency-Key is told from another one with the same key. */
const hashRequest = (urls: string[], channel: string, action: string): Buffer =>
  hash('sha256', JSON.stringify([urls, channel, action]), 'buffer')
