import { randomUUIDv7 } from 'node:crypto'
import { performance } from 'node:perf_hooks'
import type { Database, Queryable } from '@pagebell/postgres/database'
import { type PeriodUse, remaining } from '../quotas/quota-use.ts'
import { findUsage } from '../quotas/quotas.sql.ts'
import type { OnCommitted, SubmissionCommit } from '../submissions/commit.ts'
import type { DedupeCache } from '../submissions/dedupe-cache.ts'
import { type Committed, publishCommitted } from '../submissions/publish-committed.ts'
import { type CommitLimits, submitGroup } from '../submissions/submissions.sql.ts'
import { findOldestUrls, lockAccount, setDue, type WaitingList, type WaitingUrl } from './waiting.sql.ts'

export type SubmitWaitingTools = {
  db: Database
  limits: CommitLimits
  dedupeCache: Pick<DedupeCache, 'remember'>
  onCommitted: OnCommitted
}

/** So few that a webhook of the account, which waits for the transaction, notices nothing. */
const urlsPerTransaction = 500

/**
 * Submits the URLs of a list that have waited longest, as many as the quota leaves, in one transaction: killed at any
 * time, it has happened or it has not. Returns the number of URLs that left the list. The lock on the account keeps the
 * quota, the list and the webhooks of the account as they are, also for a copy whose lease has expired.
 */
export async function submitWaiting(list: WaitingList, tools: SubmitWaitingTools): Promise<number> {
  const began = performance.now()
  const committed = await tools.db.forAccount(list.account_id).transaction((q) => commitOldest(q, list, tools.limits))
  publishCommitted(committed, began, tools)
  return committed.reduce((sum, { commit }) => sum + commit.urls.length, 0)
}

async function commitOldest(q: Queryable, list: WaitingList, limits: CommitLimits): Promise<Committed[]> {
  await lockAccount(q, list.account_id)
  const { day, month } = await findUsage(q, list.account_id)
  const room = Math.min(remaining(day), remaining(month))
  const urls = room === 0 ? [] : await findOldestUrls(q, list, Math.min(room, urlsPerTransaction))
  const commits = commitsOf(list, urls)
  const outcomes = commits.length === 0 ? [] : await submitGroup(q, commits, limits)
  const committed = commits.map((commit, place): Committed => {
    const outcome = outcomes[place]
    if (outcome?.outcome !== 'accepted') throw new Error(`URLs that waited were answered ${outcome?.outcome}.`)
    return { commit, outcome }
  })
  await setDue(q, list, nextDue(day, month, urls.length))
  return committed
}

/** When the period that is used up is over, in ms since 1970; null, for at once, if there may be room left. */
function nextDue(day: PeriodUse, month: PeriodUse, submitted: number): number | null {
  if (remaining(month) <= submitted) return month.resets_at
  return remaining(day) <= submitted ? day.resets_at : null
}

/** A batch has one action and one set of channels, and its pages are checked or they are not. */
function commitsOf(
  { account_id, project_id, project, token_hash }: WaitingList,
  urls: WaitingUrl[],
): SubmissionCommit[] {
  const batches = Map.groupBy(urls, ({ action, channel, preflight }) => `${action} ${channel} ${preflight}`)
  return [...batches.values()].flatMap((batch) => {
    const [first] = batch
    if (first === undefined) return []
    return [
      {
        tokenHash: token_hash,
        accountId: account_id,
        projectId: project_id,
        project,
        requestsPerMinute: null,
        batchId: randomUUIDv7(),
        key: undefined,
        requestHash: undefined,
        channel: first.channel,
        action: first.action,
        urls: batch.map(({ hash, url }) => ({ hash, url })),
        known: 0,
        rejected: 0,
        dryRun: false,
        overQuota: 'refuse',
        preflight: first.preflight,
        schedule: null,
        traceparent: undefined,
      },
    ]
  })
}
