import type { Quota } from '../quotas/quota-use.ts'
import type { SiteUrl } from './judge-urls.ts'
import type { Schedule } from './schedule.ts'

/** Whether a request that the quota has no room for is refused, or its URLs wait until there is room. */
export type OverQuota = 'refuse' | 'wait'

/** One submission as it is handed to the database. */
export type SubmissionCommit = {
  tokenHash: Buffer
  accountId: string
  projectId: string
  project: string
  /** By the account's plan; null if that has no such limit. */
  requestsPerMinute: number | null
  batchId: string
  key: string | undefined
  requestHash: Buffer | undefined
  /** Comma-separated. */
  channel: string
  action: 'update' | 'delete'
  /** URLs that the database has to judge. */
  urls: SiteUrl[]
  /** Duplicates that are known already. */
  known: number
  /** When the first of those that the dedupe cache found was charged, in ms since 1970; absent if it found none. */
  cachedAt?: number
  rejected: number
  dryRun: boolean
  /** Of a request over the quota. */
  overQuota: OverQuota
  /** Whether its pages are checked before they are announced. */
  preflight: boolean
  /** When its pages may be checked; null for at once. */
  schedule: Schedule | null
  traceparent: string | undefined
}

/** What the dedupe cache knows of a request. */
export type DedupeLookup = { rateLimited: boolean; chargedAt: (number | undefined)[] }

/** What a request is looked up by. */
export type LookupRequest = Pick<
  SubmissionCommit,
  'accountId' | 'tokenHash' | 'key' | 'action' | 'urls' | 'requestsPerMinute'
>

type Answered = Quota & {
  seen: [position: number, chargedAt: number][]
  at: number
  /** The answer that an earlier request with this Idempotency-Key got, and the channels of that request. */
  stored?: true
  channel?: string
}

/** What the database decided. `seen` are positions in `urls` with the moment at which each was charged. */
export type CommitOutcome =
  | { outcome: 'unknown_token' }
  | { outcome: 'key_reused' }
  /** What the dedupe cache found may be older than a deletion: nothing happened, and all URLs have to be sent. */
  | { outcome: 'stale_cache' }
  | ({ outcome: 'used_up'; at: number } & Quota)
  | ({ outcome: 'nothing'; at: number } & Quota)
  | ({ outcome: 'over'; needed: number; at: number } & Quota)
  | ({ outcome: 'waiting_full'; needed: number; waiting: number; max_waiting: number; at: number } & Quota)
  | ({
      outcome: 'waiting'
      /** URLs of this request that wait, once for each channel. */
      waiting: number
    } & Answered)
  | ({
      outcome: 'accepted'
      /** Another one than the commit's own if no URL was fresh. */
      batch_id?: string
    } & Answered)

export type AcceptedCommit = Extract<CommitOutcome, { outcome: 'accepted' }>
export type WaitingCommit = Extract<CommitOutcome, { outcome: 'waiting' }>

/** The outcome of one request. `chargedAt` goes with its URLs: the moment of the charge that makes one a duplicate. */
export type CommitResult = {
  outcome: Exclude<CommitOutcome, { outcome: 'stale_cache' }> | { outcome: 'too_many_requests' }
  chargedAt: (number | undefined)[]
}

/** The outcome of a commit from which the dedupe cache has left out nothing. */
export function requireJudged(outcome: CommitOutcome): CommitResult['outcome'] {
  if (outcome.outcome === 'stale_cache') throw new Error('A commit without cached URLs was answered stale_cache.')
  return outcome
}

/** A batch that has just become durable, with its fresh URLs. */
export type CommittedBatch = { commit: SubmissionCommit; outcome: AcceptedCommit; urls: string[] }

/** Called with the batches of one transaction, which have to be published. */
export type OnCommitted = (batches: CommittedBatch[]) => void

/** Whether the commit created a batch, and did not return a stored answer or accept nothing. */
export const madeBatch = (outcome: CommitOutcome, { batchId }: SubmissionCommit): outcome is AcceptedCommit =>
  outcome.outcome === 'accepted' && !outcome.stored && outcome.batch_id === batchId
