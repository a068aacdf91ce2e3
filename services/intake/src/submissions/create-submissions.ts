import type { Database } from '@pagebell/postgres/database'
import type { Batcher } from '@pagebell/runtime/batcher'
import type { Log } from '@pagebell/runtime/log'
import type { OutboxRelay } from '../outbox/outbox-relay.ts'
import type { ChannelFinder } from '../project-channels/channel-finder.ts'
import type { CommitResult, OnCommitted, SubmissionCommit } from './commit.ts'
import { createDedupeCache, type DedupeCache, type DedupeRedis } from './dedupe-cache.ts'
import { createDedupeLookup, createGroupCommit } from './group-commit.ts'
import { createAnswerLookup } from './idempotency.ts'
import { tooManyRequests } from './refusals.ts'
import { type CommitLimits, findStoredAnswers, submitGroup } from './submissions.sql.ts'
import { type CountRequest, type Submission, type SubmissionResult, submitUrls } from './submit-urls.ts'

type SubmissionsOptions = {
  db: Database
  redis: DedupeRedis
  outbox: Pick<OutboxRelay, 'publishNow' | 'isFull'>
  channels: Pick<ChannelFinder, 'find'>
  limits: CommitLimits
  /** Of one token, whatever its account's plan. */
  requestsPerMinute: number
  log: Log
}

export type Submissions = {
  submit: (submission: Submission) => Promise<SubmissionResult>
  /** Submits through another commit than the group's. */
  submitBy: (submission: Submission, commit: Batcher<SubmissionCommit, CommitResult>) => Promise<SubmissionResult>
  countRequest: CountRequest
  dedupeCache: DedupeCache
  /** Publishes batches that have just become durable. */
  onCommitted: OnCommitted
}

/**
 * Takes submissions in: the dedupe cache first, then one transaction for all that arrived meanwhile, then the outbox.
 */
export function createSubmissions(options: SubmissionsOptions): Submissions {
  const { db, outbox, channels, limits, requestsPerMinute, log } = options
  const windowMs = limits.windowSeconds * 1_000
  const dedupeCache = createDedupeCache(options.redis, { windowMs, requestsPerMinute, log })
  const lookup = createDedupeLookup(dedupeCache)

  const onCommitted: OnCommitted = (batches) =>
    outbox.publishNow(
      batches.map(({ commit, outcome: { at }, urls }) => {
        const { traceparent = null } = commit
        return { ...commit, traceparent, urls, submittedAt: new Date(at).toISOString() }
      }),
    )
  const countRequest: CountRequest = async ({ tokenHash, owner }, timeoutMs) => {
    const { accountId, requestsPerMinute: limit } = owner
    const request = {
      tokenHash,
      accountId,
      requestsPerMinute: limit,
      key: undefined,
      action: 'update' as const,
      urls: [],
    }
    if ((await lookup(request, timeoutMs)).rateLimited) throw tooManyRequests(limit)
  }
  const groupCommit = createGroupCommit({
    lookup,
    dedupeCache,
    commitGroup: (group) => submitGroup(db.acrossAccounts(), group, limits),
    onCommitted,
  })
  const tools = {
    findChannels: channels.find,
    findAnswer: createAnswerLookup((keys) => findStoredAnswers(db.acrossAccounts(), keys)),
    countRequest,
    outboxIsFull: outbox.isFull,
    windowMs,
  }
  return {
    submit: (submission) => submitUrls(submission, { ...tools, commit: groupCommit }),
    submitBy: (submission, commit) => submitUrls(submission, { ...tools, commit }),
    countRequest,
    dedupeCache,
    onCommitted,
  }
}
