import type { Queryable } from '@pagebell/postgres/database'
import type { Rule } from './rule.ts'

export type ProjectKey = { accountId: string; projectId: string }

export type AlertSettings = {
  project: string
  rules: Rule[]
  at_time: string
  /** Null for that of the schedule. */
  zone: string | null
  /** The zone that counts. */
  zone_used: string
  next_digest_at: string
  last_digest_on: string | null
}

const columns = `project, rules, at_time, zone, next_digest_at, last_digest_on, coalesce(zone, (
          select schedule.zone from schedule
          where schedule.account_id = alert_settings.account_id and schedule.project_id = alert_settings.project_id
        ), 'UTC') as zone_used`

type NewSettings = { project: string; rules: Rule[]; at: string; zone: string | null; now: Date }

/** Stores the rules of a project. Its next digest is planned by `planDigest`. */
export async function putSettings(
  q: Queryable,
  { accountId, projectId }: ProjectKey,
  { project, rules, at, zone, now }: NewSettings,
): Promise<AlertSettings> {
  const { rows } = await q.query<AlertSettings>({
    name: 'put-alert-settings',
    text: `insert into alert_settings (account_id, project_id, project, created_at, rules, at_time, zone, next_digest_at)
      values ($1, $2, $3, $4, $5, $6, $7, $4)
      on conflict (account_id, project_id) do update
        set rules = excluded.rules, at_time = excluded.at_time, zone = excluded.zone
      returning ${columns}`,
    values: [accountId, projectId, project, now.toISOString(), JSON.stringify(rules), at, zone],
  })
  const [stored] = rows
  if (stored === undefined) throw new Error('The rules of a project were not stored.')
  return stored
}

export async function findSettings(
  q: Queryable,
  { accountId, projectId }: ProjectKey,
): Promise<AlertSettings | undefined> {
  const { rows } = await q.query<AlertSettings>({
    name: 'find-alert-settings',
    text: `select ${columns} from alert_settings where account_id = $1 and project_id = $2`,
    values: [accountId, projectId],
  })
  return rows[0]
}

/** The same, locked until the transaction ends: the alerts of a project change one after the other. */
export async function lockSettings(
  q: Queryable,
  { accountId, projectId }: ProjectKey,
): Promise<AlertSettings | undefined> {
  const { rows } = await q.query<AlertSettings>({
    name: 'lock-alert-settings',
    text: `select ${columns} from alert_settings where account_id = $1 and project_id = $2 for no key update`,
    values: [accountId, projectId],
  })
  return rows[0]
}

/** Deletes the rules and alerts of a project, and what they are judged by. */
export async function deleteProjectAlerts(q: Queryable, { accountId, projectId }: ProjectKey): Promise<void> {
  for (const table of ['alert_settings', 'alert_due', 'alert', 'watch_recovery', 'held_count']) {
    await q.query({
      name: `delete-${table}`,
      text: `delete from ${table} where account_id = $1 and project_id = $2`,
      values: [accountId, projectId],
    })
  }
}

/** Sets the time of the next digest, and with `on` the date of the last one. */
export async function planDigest(
  q: Queryable,
  { accountId, projectId }: ProjectKey,
  { nextAt, on }: { nextAt: Date; on?: string | undefined },
): Promise<void> {
  await q.query({
    name: 'plan-alert-digest',
    text: `update alert_settings set next_digest_at = $3, last_digest_on = coalesce($4, last_digest_on)
      where account_id = $1 and project_id = $2`,
    values: [accountId, projectId, nextAt.toISOString(), on ?? null],
  })
}

/** Has the rules of a project, if it has any, judge the runs of a report or of its site once the transaction commits. */
export async function insertDue(
  q: Queryable,
  { accountId, projectId }: ProjectKey,
  { id, reportId }: { id: string; reportId: string | null },
): Promise<void> {
  await q.query({
    name: 'insert-alert-due',
    text: `insert into alert_due (account_id, project_id, id, report_id)
      select $1, $2, $3, $4 where exists (select from alert_settings where account_id = $1 and project_id = $2)`,
    values: [accountId, projectId, id, reportId],
  })
}

export type DueProject = { account_id: string; project_id: string }

/** Projects of all accounts with runs to judge, those that have waited longest first. */
export async function findDueProjects(q: Queryable, limit: number): Promise<DueProject[]> {
  const { rows } = await q.query<DueProject>({
    name: 'find-projects-with-alerts-due',
    text: `select account_id, project_id from (
        select account_id, project_id, created_at from alert_due where created_at <= clock_timestamp()
        order by created_at limit 1000
      ) oldest
      group by account_id, project_id order by min(created_at) limit $1`,
    values: [limit],
  })
  return rows
}

/** Takes up to `limit` runs to judge of a project whose settings are locked. */
export async function takeDue(
  q: Queryable,
  { accountId, projectId }: ProjectKey,
  limit: number,
): Promise<(string | null)[]> {
  const { rows } = await q.query<{ report_id: string | null }>({
    name: 'take-alerts-due',
    text: `delete from alert_due where account_id = $1 and project_id = $2 and id in (
        select id from alert_due where account_id = $1 and project_id = $2 order by id limit $3
      )
      returning report_id`,
    values: [accountId, projectId, limit],
  })
  return rows.map(({ report_id }) => report_id)
}

/** Projects of all accounts whose digest is due. */
export async function findDueDigests(q: Queryable, now: Date, limit: number): Promise<DueProject[]> {
  const { rows } = await q.query<DueProject>({
    name: 'find-due-digests',
    text: `select account_id, project_id from alert_settings where next_digest_at <= $1
      order by next_digest_at limit $2`,
    values: [now.toISOString(), limit],
  })
  return rows
}

/** Seconds since the oldest run that no rule has judged ended; 0 if there is none. */
export async function measureDue(q: Queryable): Promise<number> {
  const { rows } = await q.query<{ seconds: number }>({
    name: 'measure-alerts-due',
    text: `select coalesce(extract(epoch from clock_timestamp() - min(created_at)), 0)::float8 as seconds
      from alert_due where created_at <= clock_timestamp()`,
  })
  return rows[0]?.seconds ?? 0
}
