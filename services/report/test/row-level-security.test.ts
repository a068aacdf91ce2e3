import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { checksIgnored } from '@pagebell/messages/checks-ignored'
import { planChanged } from '@pagebell/messages/plan-changed'
import { projectDeleted } from '@pagebell/messages/project-deleted'
import { connectDatabase, type Database } from '@pagebell/postgres/database'
import { createLog } from '@pagebell/runtime/log'
import { expectGuarded, guardedTables } from '@pagebell/testing/guarded-tables'
import { until } from '@pagebell/testing/until'
import { newReport, newSiteReport, type RunningService, runService } from './running-service.ts'

let running: RunningService
let db: Database
let accounts: [one: string, other: string]
beforeAll(async () => {
  running = await runService()
  db = connectDatabase({ url: running.databaseUrl, log: createLog('test', 'silent'), max: 2 })
  accounts = [await filledAccount(), await filledAccount()]
})
afterAll(async () => {
  await db?.[Symbol.asyncDispose]()
  await running?.[Symbol.asyncDispose]()
})

/** An account with a row in every table. */
async function filledAccount(): Promise<string> {
  const idempotency = { key: 'key', request_sha256: Buffer.alloc(32) }
  const url = () => `https://${crypto.randomUUID()}.example/`
  const { account_id, ...rest } = newReport({ idempotency, url: url() })
  await running.reports.createReport({ account_id, ...rest })
  const { id } = await running.reports.createReport(newReport({ account_id, url: url() }))
  const released = 'select from run where report_id = $1 and released_at is not null'
  await until('its run is released', async () => (await running.sql.query(released, [id])).rowCount === 1)
  await running.reports.deleteReport({ account_id, id })
  const site = { account_id, project_id: crypto.randomUUID() }
  await running.broker.publish(checksIgnored, { ...site, version: 1, ignored: [] }, { id: crypto.randomUUID() })
  const gone = {
    account_id,
    project_id: crypto.randomUUID(),
    project: 'a.example',
    deleted_at: '2026-11-21T10:00:00.000Z',
  }
  await running.broker.publish(projectDeleted, gone, { id: crypto.randomUUID() })
  const limits = { urls_per_day: null, urls_per_month: null, reports: 9, analyses_per_minute: 9, analyses_per_day: 9 }
  await running.broker.publish(planChanged, { account_id, limits, version: 1 }, { id: crypto.randomUUID() })
  await until('all have been taken', async () => {
    const text = `select from ignored_checks join deleted_project using (account_id) join account_limits using (account_id) where account_id = $1`
    return (await running.sql.query(text, [account_id])).rowCount === 1
  })
  await db.forAccount(account_id).query({
    text: `insert into score_days (account_id, project_id, day, runs, scores) values ($1, $1, '2026-11-21', 1, 80)`,
    values: [account_id],
  })
  const selection = { start: ['links'], max_pages: 5, include: [], exclude: [] }
  const { id: siteReport } = await running.siteReports.createSiteReport(newSiteReport({ account_id, selection }))
  const rows = [
    `insert into schedule (account_id, project_id, project, created_at, what, every, at_time, zone, pages, next_at, due_at)
      values ($1, $1, 'a.example', now(), 'pages', 'day', '03:00', 'UTC', '{}', 'infinity', 'infinity')`,
    `insert into alert_settings (account_id, project_id, project, created_at, rules, at_time, next_digest_at)
      values ($1, $1, 'a.example', now(), '[]', '08:00', 'infinity')`,
    `insert into alert_due (account_id, project_id, id, created_at) values ($1, gen_random_uuid(), $1, 'infinity')`,
    `insert into alert (account_id, project_id, id, rule, subject, check_id, opened_at, facts)
      values ($1, $1, $1, 'score_drops:5', 'site', '', now(), '{}')`,
    `insert into watch_recovery (account_id, project_id, watch, at) values ($1, $1, 'main', now())`,
    `insert into held_count (account_id, project_id, deliveries, counted_at) values ($1, $1, 1, now())`,
    `insert into site_turn (account_id, taken_at) values ($1, now())`,
    `insert into site_visit (account_id, site_report_id, number, body) values ($1, $2, 1, '')`,
    `insert into site_page (account_id, site_report_id, number, url, inlinks, in_sitemap, issues)
      values ($1, $2, 1, 'https://a.example/', 0, false, '{}')`,
    `insert into site_issue (account_id, site_report_id, number, check_id, kind, severity, title, message, fix, category,
      weight, pages, groups, groups_total) values ($1, $2, 1, 'h1', 'page', 'warn', '', '', '', '', 1, 1, '[]', 1)`,
  ]
  for (const text of rows) {
    const values = text.includes('$2') ? [account_id, siteReport] : [account_id]
    await db.forAccount(account_id).query({ text, values })
  }
  // Stays in the outbox: no service publishes this message.
  await db.forAccount(account_id).query({
    text: `insert into outbox (id, message, body) values (gen_random_uuid(), 'of.a.later.version.v9', '{}')`,
  })
  return account_id
}

describe('row-level security', () => {
  it('guards every table that has an account', async () => {
    expect(await guardedTables(running.sql)).toEqual([
      'account_limits',
      'account_turn',
      'alert',
      'alert_due',
      'alert_settings',
      'deleted_project',
      'deleted_run',
      'held_count',
      'idempotency',
      'ignored_checks',
      'outbox',
      'report',
      'run',
      'schedule',
      'score_days',
      'site_issue',
      'site_page',
      'site_report',
      'site_turn',
      'site_visit',
      'watch_recovery',
    ])
  })

  it('an account sees and changes its own rows, even by statements that forget to name it', async () => {
    for (const table of await guardedTables(running.sql)) await expectGuarded(db, running.databaseUrl, table, accounts)
  })
})
