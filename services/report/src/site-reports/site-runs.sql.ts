import type { Queryable } from '@pagebell/postgres/database'

export type RunKey = { accountId: string; id: string; attempt: number }
export type TurnLimits = { perAccount: number; seconds: number; minShare: number; noRoomSeconds: number }

export type TakenRun = {
  account_id: string
  id: string
  attempt: number
  url: string
  starts: string[]
  max_pages: number
  include: string[]
  exclude: string[]
  /** Visits of earlier attempts. */
  visits: number
  /** Whether an earlier report of the project has kept visits. */
  has_kept: boolean
  /** What attempts that were given back have taken. */
  crawled_seconds: number
}

/** Whether a crawl waits; cheap, for analyzers that ask again and again. */
export async function isRunWaiting(q: Queryable): Promise<boolean> {
  const { rowCount } = await q.query({
    name: 'is-site-run-waiting',
    text: `select from site_report where status = 'queued' limit 1`,
  })
  return rowCount > 0
}

/** For one caller at a time, until its transaction ends: the next statement sees what the one before has committed. */
export async function lockTurns(q: Queryable): Promise<void> {
  await q.query({
    name: 'lock-site-turns',
    text: `select pg_advisory_xact_lock(hashtextextended('take site run', 0))`,
  })
}

/** Whether a waiting crawl may begin, but for room; `besides`: a condition on the crawls that count as in progress. */
const mayBegin = (perAccount: string, besides = 'true'): string => `
  waiting.status = 'queued'
  and ${perAccount} > (
    select count(*) from site_report running
    where running.status = 'running' and running.account_id = waiting.account_id
  )
  and not exists (
    select from site_report running
    where running.status = 'running' and running.host = waiting.host and ${besides}
  )`

/**
 * Takes the crawl that is next: that of the account that was served least recently. At most `perAccount` crawls of an
 * account and one of a host are in progress; the others keep their place.
 */
export async function takeRun(q: Queryable, perAccount: number): Promise<TakenRun | undefined> {
  const { rows } = await q.query<TakenRun>({
    name: 'take-site-run',
    text: `with next as (
        select waiting.account_id, waiting.id from site_report waiting
        left join site_turn turn on turn.account_id = waiting.account_id
        where ${mayBegin('$1')}
        order by turn.taken_at nulls first, waiting.id
        limit 1
        for no key update of waiting skip locked
      ), turn as (
        insert into site_turn (account_id, taken_at) select account_id, clock_timestamp() from next
        on conflict (account_id) do update set taken_at = excluded.taken_at
      )
      update site_report taken set status = 'running', attempt = taken.attempt + 1, heartbeat_at = clock_timestamp(),
        started_at = coalesce(taken.started_at, clock_timestamp()), taken_at = clock_timestamp(), turn_began_at = null
      from next where taken.account_id = next.account_id and taken.id = next.id
      returning taken.account_id, taken.id, taken.attempt, taken.url, taken.starts, taken.max_pages, taken.include,
        taken.exclude, taken.crawled_seconds, (
          select coalesce(max(number), 0) from site_visit
          where site_visit.account_id = taken.account_id and site_visit.site_report_id = taken.id
        ) as visits, exists (
          select from site_report kept
          where kept.account_id = taken.account_id and kept.project_id = taken.project_id
            and kept.kept_until > clock_timestamp()
        ) as has_kept`,
    values: [perAccount],
  })
  return rows[0]
}

export type Progress = { requested: number; failed: number; waiting: number; hasVisits: boolean }

/**
 * Records that the attempt is alive, and locks the report until the transaction ends; false for an attempt that is not
 * the newest, and for a report that has ended.
 */
export async function recordSign(q: Queryable, key: RunKey, progress?: Progress): Promise<boolean> {
  const { accountId, id, attempt } = key
  const { requested, failed, waiting, hasVisits } = progress ?? {}
  const { rowCount } = await q.query({
    name: 'record-site-sign',
    text: `update site_report set heartbeat_at = clock_timestamp(), requested = coalesce($4, requested),
        failed = coalesce($5, failed), waiting = coalesce($6, waiting),
        turn_began_at = coalesce(turn_began_at, case when $7 then clock_timestamp() end)
      where account_id = $1 and id = $2 and attempt = $3 and status = 'running'`,
    values: [accountId, id, attempt, requested ?? null, failed ?? null, waiting ?? null, hasVisits ?? false],
  })
  return rowCount > 0
}

/**
 * Whether a crawl has had its turn, and another one could begin in its place. A turn counts from the first visit of the
 * attempt; it has so many seconds, and `minShare` times what it took until then. A crawl that waits for a few seconds
 * has found no room. Of several crawls that have had their turns, as many are over as others wait, the longest first.
 */
export async function isTurnOver(
  q: Queryable,
  { accountId, id, attempt }: RunKey,
  { perAccount, seconds, minShare, noRoomSeconds }: TurnLimits,
): Promise<boolean> {
  const hadTurn = (run: string): string =>
    `${run}.status = 'running' and clock_timestamp() - ${run}.turn_began_at >
      greatest(make_interval(secs => $5::float8), $6::float8 * (${run}.turn_began_at - ${run}.taken_at))`
  const { rowCount } = await q.query({
    name: 'is-site-turn-over',
    text: `select from site_report mine
      where mine.account_id = $1 and mine.id = $2 and mine.attempt = $3 and ${hadTurn('mine')} and (
        select count(distinct waiting.account_id) from site_report waiting
        where greatest(waiting.created_at, waiting.heartbeat_at) < clock_timestamp() - make_interval(secs => $7::float8)
          and ${mayBegin('$4::integer', 'running.id <> $2')}
      ) > (
        select count(*) from site_report other where other.taken_at < mine.taken_at and ${hadTurn('other')}
      )`,
    values: [accountId, id, attempt, perAccount, seconds, minShare, noRoomSeconds],
  })
  return rowCount > 0
}

/** Puts a crawl back into the queue, where other accounts are first; what it has visited stays. */
export async function releaseRun(q: Queryable, { accountId, id, attempt }: RunKey): Promise<boolean> {
  const { rowCount } = await q.query({
    name: 'release-site-run',
    text: `with released as (
        update site_report set status = 'queued', heartbeat_at = clock_timestamp(),
          crawled_seconds = crawled_seconds + coalesce(extract(epoch from clock_timestamp() - taken_at), 0)::integer
        where account_id = $1 and id = $2 and attempt = $3 and status = 'running'
        returning account_id
      ), turn as (
        update site_turn set taken_at = clock_timestamp() from released where site_turn.account_id = released.account_id
      )
      select from released`,
    values: [accountId, id, attempt],
  })
  return rowCount > 0
}

export type StalledSiteRun = { account_id: string; id: string; project_id: string; failures: number }

/** Crawls whose last heartbeat is older than `seconds`, locked so that another copy skips them. */
export async function lockStalledSiteRuns(q: Queryable, seconds: number, limit: number): Promise<StalledSiteRun[]> {
  const { rows } = await q.query<StalledSiteRun>({
    name: 'lock-stalled-site-runs',
    text: `select account_id, id, project_id, failures from site_report
      where status = 'running' and heartbeat_at < clock_timestamp() - make_interval(secs => $1::float8)
      order by heartbeat_at limit $2
      for no key update skip locked`,
    values: [seconds, limit],
  })
  return rows
}

export async function requeueStalledSiteRun(q: Queryable, { account_id, id }: StalledSiteRun): Promise<void> {
  await q.query({
    name: 'requeue-stalled-site-run',
    text: `update site_report set status = 'queued', failures = failures + 1
      where account_id = $1 and id = $2 and status = 'running'`,
    values: [account_id, id],
  })
}

export type SiteRunState = { state: 'waiting' | 'running'; runs: number; oldest_seconds: number }

/** Crawls that have not ended, and seconds since the oldest was requested, given back, or had its last heartbeat. */
export async function measureSiteRuns(q: Queryable): Promise<SiteRunState[]> {
  const { rows } = await q.query<SiteRunState>({
    name: 'measure-site-runs',
    text: `select state, count(since)::integer as runs,
        coalesce(extract(epoch from clock_timestamp() - min(since)), 0)::float8 as oldest_seconds
      from (values ('waiting'), ('running')) as states (state)
      left join (
        (
          select 'waiting' as state, greatest(created_at, heartbeat_at) as since
          from site_report where status = 'queued' limit 100000
        )
        union all
        (select 'running', heartbeat_at from site_report where status = 'running' limit 100000)
      ) as found using (state)
      group by state`,
  })
  return rows
}
