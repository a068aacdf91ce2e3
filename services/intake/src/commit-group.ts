import type { OwnUrl } from './judge-urls.ts'

/** One request as the database is asked to commit it. */
export type Commit = {
  tokenHash: Buffer
  accountId: string
  projectId: string
  project: string
  batchId: string
  key: string | undefined
  requestHash: Buffer | undefined
  channel: string
  action: 'update' | 'delete'
  /** URLs that the database has to judge. */
  urls: OwnUrl[]
  /** Duplicates that are known already. */
  known: number
  rejected: number
  dryRun: boolean
  traceparent: string | undefined
}

/** Milliseconds since 1970 by the database's clock; a limit of null is none. */
export type PeriodUse = { limit: number | null; used: number; resets_at: number }
export type Quota = { day: PeriodUse; month: PeriodUse }

/** What the database decided. `seen` are positions in `urls` with the moment at which each was charged. */
export type Outcome =
  | { outcome: 'unknown_token' }
  | { outcome: 'key_reused' }
  | ({ outcome: 'used_up'; at: number } & Quota)
  | ({ outcome: 'nothing'; at: number } & Quota)
  | ({ outcome: 'over'; needed: number; at: number } & Quota)
  | ({ outcome: 'accepted'; batch_id?: string; seen: [position: number, chargedAt: number][]; at: number } & Quota)

export type Accepted = Extract<Outcome, { outcome: 'accepted' }>
