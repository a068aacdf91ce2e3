import type { Queryable } from '@pagebell/postgres/database'
import type { NewAlert, StoredFacts } from './alert.ts'

type ProjectKey = { accountId: string; projectId: string }

export type StoredAlert = {
  id: string
  rule: string
  subject: string
  check_id: string
  facts: StoredFacts
  sent_at: string | null
}

/**
 * Opens an alert, or brings an open one up to date; one whose end was not sent yet is open again. Nothing happens
 * to a new one while the project has `max`.
 */
export async function openAlert(
  q: Queryable,
  { accountId, projectId }: ProjectKey,
  { rule, subject, check, watch, facts }: NewAlert,
  { id, now, max }: { id: string; now: Date; max: number },
): Promise<void> {
  await q.query({
    name: 'open-alert',
    text: `insert into alert as kept (account_id, project_id, id, rule, subject, check_id, opened_at, facts, watch)
      select $1, $2, $3, $4, $5, $6, $7, $8, $10
      where $9 > (select count(*) from (select from alert where account_id = $1 and project_id = $2 limit $9) counted)
        or exists (
          select from alert
          where account_id = $1 and project_id = $2 and rule = $4 and subject = $5 and check_id = $6
        )
      on conflict (account_id, project_id, rule, subject, check_id) do update
        set resolved_at = null, watch = excluded.watch,
          facts = excluded.facts || jsonb_build_object('since', kept.facts -> 'since')`,
    values: [
      accountId,
      projectId,
      id,
      rule,
      subject,
      check,
      now.toISOString(),
      JSON.stringify(facts),
      max,
      watch ?? null,
    ],
  })
}

/** Ends alerts: those that were sent wait for the digest that lists their end, the others are deleted. */
export async function resolveAlerts(
  q: Queryable,
  { accountId, projectId }: ProjectKey,
  { rule, subject, checks, now }: { rule: string; subject: string; checks: readonly string[]; now: Date },
): Promise<void> {
  await q.query({
    name: 'resolve-alerts',
    text: `with gone as (
        delete from alert
        where account_id = $1 and project_id = $2 and rule = $3 and subject = $4 and check_id = any ($5::text[])
          and sent_at is null
      )
      update alert set resolved_at = $6
      where account_id = $1 and project_id = $2 and rule = $3 and subject = $4 and check_id = any ($5::text[])
        and sent_at is not null and resolved_at is null`,
    values: [accountId, projectId, rule, subject, checks, now.toISOString()],
  })
}

/** Ends the alerts of a watch that began until then, as `resolveAlerts` does. */
export async function resolveTroubles(
  q: Queryable,
  { accountId, projectId }: ProjectKey,
  { watch, at, now }: { watch: string; at: string; now: Date },
): Promise<void> {
  const place = 'account_id = $1 and project_id = $2'
  const ended = `${place} and rule = 'watch_trouble' and watch = $3 and (facts ->> 'since')::timestamptz <= $4`
  await q.query({
    name: 'resolve-troubles',
    text: `with gone as (delete from alert where ${ended} and sent_at is null)
      update alert set resolved_at = $5 where ${ended} and sent_at is not null and resolved_at is null`,
    values: [accountId, projectId, watch, at, now.toISOString()],
  })
}

/** The alerts of a subject that are open. */
export async function findOpenAlertsOf(
  q: Queryable,
  { accountId, projectId }: ProjectKey,
  subject: string,
): Promise<StoredAlert[]> {
  const { rows } = await q.query<StoredAlert>({
    name: 'find-open-alerts-of-subject',
    text: `select id, rule, subject, check_id, facts, sent_at from alert
      where account_id = $1 and project_id = $2 and subject = $3 and resolved_at is null`,
    values: [accountId, projectId, subject],
  })
  return rows
}

/** The open alerts of a project, the newest first, and how many there are. */
export async function listOpenAlerts(
  q: Queryable,
  { accountId, projectId }: ProjectKey,
  limit: number,
): Promise<{ alerts: StoredAlert[]; total: number }> {
  const { rows } = await q.query<StoredAlert & { total: number }>({
    name: 'list-open-alerts',
    text: `select id, rule, subject, check_id, facts, sent_at, count(*) over ()::int as total from alert
      where account_id = $1 and project_id = $2 and resolved_at is null
      order by id desc limit $3`,
    values: [accountId, projectId, limit],
  })
  return { alerts: rows, total: rows[0]?.total ?? 0 }
}

/** Deletes the alerts of rules that a project no longer has, or of all rules. */
export async function deleteAlertsBut(
  q: Queryable,
  { accountId, projectId }: ProjectKey,
  rules: readonly string[],
): Promise<void> {
  await q.query({
    name: 'delete-alerts-of-other-rules',
    text: 'delete from alert where account_id = $1 and project_id = $2 and rule <> all ($3::text[])',
    values: [accountId, projectId, rules],
  })
}

/** Deletes the alerts of reports that were deleted, and those of hosts whose last one was: nothing would end them. */
export async function deleteOrphanedAlerts(q: Queryable, { accountId, projectId }: ProjectKey): Promise<void> {
  await q.query({
    name: 'delete-orphaned-alerts',
    text: `delete from alert where account_id = $1 and project_id = $2 and (
        facts ? 'report' and not exists (
          select from report where report.account_id = $1 and report.id = (alert.facts ->> 'report')::uuid
        )
        or facts ? 'site_report' and subject <> all (
          select case when host = project then 'site' else 'site ' || host end from site_report
          where account_id = $1 and project_id = $2 and status = 'done' and project = (
            select project from alert_settings where account_id = $1 and project_id = $2
          )
        )
      )`,
    values: [accountId, projectId],
  })
}

export type UnsentAlert = { id: string; facts: StoredFacts; is_resolved: boolean }

/**
 * Takes the alerts of a digest: new ones are marked as sent, resolved ones deleted. Notices, which a version before opened
 * without an end, are deleted when they were sent before `noticesBefore`.
 */
export async function takeUnsentAlerts(
  q: Queryable,
  { accountId, projectId }: ProjectKey,
  { now, noticesBefore }: { now: Date; noticesBefore: Date },
): Promise<UnsentAlert[]> {
  const { rows } = await q.query<UnsentAlert>({
    name: 'take-unsent-alerts',
    text: `with old as (
        delete from alert
        where account_id = $1 and project_id = $2 and rule = 'watch_trouble' and watch is null and sent_at < $4
      ), resolved as (
        delete from alert
        where account_id = $1 and project_id = $2 and resolved_at is not null and sent_at is not null
        returning id, facts, true as is_resolved
      ), opened as (
        update alert set sent_at = $3
        where account_id = $1 and project_id = $2 and resolved_at is null and sent_at is null
        returning id, facts, false as is_resolved
      )
      select id, facts, is_resolved from opened union all select id, facts, is_resolved from resolved
      order by is_resolved, id`,
    values: [accountId, projectId, now.toISOString(), noticesBefore.toISOString()],
  })
  return rows
}
