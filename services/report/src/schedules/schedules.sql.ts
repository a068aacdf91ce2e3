import type { Queryable } from '@pagebell/postgres/database'
import type { LocalTime } from '../local-time.ts'

export type ScheduleKey = { accountId: string; projectId: string }

export type ScheduleSettings = LocalTime & {
  isOwner: boolean
  /** Normalised. */
  pages: string[]
} & (
    | { what: 'site'; url: string; starts: string[]; maxPages: number; include: string[]; exclude: string[] }
    | { what: 'pages'; url: null; starts: null; maxPages: null; include: null; exclude: null }
  )

export type ScheduleRow = {
  project: string
  created_at: string
  what: 'site' | 'pages'
  every: LocalTime['every']
  at_time: string
  zone: string
  on_day: number | null
  url: string | null
  starts: string[] | null
  max_pages: number | null
  include: string[] | null
  exclude: string[] | null
  is_owner: boolean
  pages: string[]
  next_at: string
  last_at: string | null
  last_outcome: string | null
  last_code: string | null
  last_message: string | null
  last_site_report: string | null
  last_reports: string[] | null
  last_refused: number | null
}

const settingColumns = `project, what, every, at_time, zone, on_day, url, starts, max_pages, include, exclude,
        is_owner, pages`
const columns = `${settingColumns}, created_at, next_at, last_at, last_outcome, last_code, last_message,
        last_site_report, last_reports, last_refused`
const settingsOf = (row: string): string =>
  settingColumns
    .split(',')
    .map((column) => `${row}.${column.trim()}`)
    .join(', ')

type Plan = { nextAt: Date; dueAt: Date }

/** Stores a schedule. The settings that it has already change nothing, not even its next time. */
export async function putSchedule(
  q: Queryable,
  { accountId, projectId }: ScheduleKey,
  { project, settings, plan, now }: { project: string; settings: ScheduleSettings; plan: Plan; now: Date },
): Promise<void> {
  const { what, every, at, zone, on, url, starts, maxPages, include, exclude, isOwner, pages } = settings
  await q.query({
    name: 'put-schedule',
    text: `insert into schedule as kept (account_id, project_id, created_at, next_at, due_at, ${settingColumns})
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18)
      on conflict (account_id, project_id) do update set (next_at, due_at, ${settingColumns}) =
        (excluded.next_at, excluded.due_at, ${settingsOf('excluded')})
      where (${settingsOf('kept')}) is distinct from (${settingsOf('excluded')})`,
    values: [
      accountId,
      projectId,
      now.toISOString(),
      plan.nextAt.toISOString(),
      plan.dueAt.toISOString(),
      project,
      what,
      every,
      at,
      zone,
      on,
      url,
      starts,
      maxPages,
      include,
      exclude,
      isOwner,
      pages,
    ],
  })
}

export async function findSchedule(
  q: Queryable,
  { accountId, projectId }: ScheduleKey,
): Promise<ScheduleRow | undefined> {
  const { rows } = await q.query<ScheduleRow>({
    name: 'find-schedule',
    text: `select ${columns} from schedule where account_id = $1 and project_id = $2`,
    values: [accountId, projectId],
  })
  return rows[0]
}

export async function deleteSchedule(q: Queryable, { accountId, projectId }: ScheduleKey): Promise<boolean> {
  const { rowCount } = await q.query({
    name: 'delete-schedule',
    text: 'delete from schedule where account_id = $1 and project_id = $2',
    values: [accountId, projectId],
  })
  return rowCount > 0
}

export type DueSchedule = { account_id: string; project_id: string }

/** Schedules of all accounts that are due, those that have waited longest first. */
export async function findDueSchedules(q: Queryable, now: Date, limit: number): Promise<DueSchedule[]> {
  const { rows } = await q.query<DueSchedule>({
    name: 'find-due-schedules',
    text: 'select account_id, project_id from schedule where due_at <= $1 order by due_at limit $2',
    values: [now.toISOString(), limit],
  })
  return rows
}

/** Locks a schedule until the transaction ends; undefined if it is not due, or another copy has it. */
export async function lockDueSchedule(
  q: Queryable,
  { accountId, projectId }: ScheduleKey,
  now: Date,
): Promise<ScheduleRow | undefined> {
  const { rows } = await q.query<ScheduleRow>({
    name: 'lock-due-schedule',
    text: `select ${columns} from schedule
      where account_id = $1 and project_id = $2 and due_at <= $3
      for no key update skip locked`,
    values: [accountId, projectId, now.toISOString()],
  })
  return rows[0]
}

export type ScheduleOutcome = {
  outcome: 'started' | 'partly_started' | 'refused'
  code?: string | undefined
  message?: string | undefined
  siteReport?: string
  reports?: string[]
  refused?: number
}

/** Stores what a time has led to, and plans the next one. */
export async function recordOutcome(
  q: Queryable,
  { accountId, projectId }: ScheduleKey,
  { outcome, plan, now }: { outcome: ScheduleOutcome; plan: Plan; now: Date },
): Promise<void> {
  await q.query({
    name: 'record-schedule-outcome',
    text: `update schedule set next_at = $3, due_at = $4, last_at = $5, last_outcome = $6, last_code = $7,
        last_message = $8, last_site_report = $9, last_reports = $10, last_refused = $11
      where account_id = $1 and project_id = $2`,
    values: [
      accountId,
      projectId,
      plan.nextAt.toISOString(),
      plan.dueAt.toISOString(),
      now.toISOString(),
      outcome.outcome,
      outcome.code ?? null,
      outcome.message ?? null,
      outcome.siteReport ?? null,
      outcome.reports ?? [],
      outcome.refused ?? 0,
    ],
  })
}

/** Lets a due schedule wait until `dueAt`; its planned time stays. */
export async function postponeSchedule(
  q: Queryable,
  { accountId, projectId }: ScheduleKey,
  { now, dueAt }: { now: Date; dueAt: Date },
): Promise<void> {
  await q.query({
    name: 'postpone-schedule',
    text: 'update schedule set due_at = $3 where account_id = $1 and project_id = $2 and due_at <= $4',
    values: [accountId, projectId, dueAt.toISOString(), now.toISOString()],
  })
}

/** How many seconds the schedule that has waited longest is overdue; 0 if none is due. */
export async function measureDueSchedules(q: Queryable, now: Date): Promise<number> {
  const { rows } = await q.query<{ seconds: number }>({
    name: 'measure-due-schedules',
    text: `select coalesce(extract(epoch from $1::timestamptz - min(due_at)), 0)::float8 as seconds
      from schedule where due_at <= $1`,
    values: [now.toISOString()],
  })
  return rows[0]?.seconds ?? 0
}
