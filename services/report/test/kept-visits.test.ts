import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { projectDeleted } from '@pagebell/messages/project-deleted'
import { connectDatabase, type Database, type Queryable } from '@pagebell/postgres/database'
import type { SiteRunKey } from '@pagebell/protos/report/v1/site_runs'
import { createLog } from '@pagebell/runtime/log'
import { until } from '@pagebell/testing/until'
import { sweepKeptVisits } from '../src/site-reports/kept-visits.ts'
import { findKeptVisit } from '../src/site-reports/site-visits.sql.ts'
import { newSiteReport, type RunningService, runService } from './running-service.ts'
import { runResult } from './site-run-result.ts'

let running: RunningService
let db: Database
beforeAll(async () => {
  running = await runService()
  db = connectDatabase({ url: running.databaseUrl, log: createLog('test', 'silent'), max: 2 })
})
afterAll(async () => {
  await db?.[Symbol.asyncDispose]()
  await running?.[Symbol.asyncDispose]()
})
beforeEach(() => running.sql.query('delete from site_report'))

type Site = { account_id: string; project_id: string; project: string; url: string }
type Run = { key: SiteRunKey & { id: string }; hasKept: boolean }

function newSite(): Site {
  const { account_id, project_id, project, url } = newSiteReport()
  return { account_id, project_id, project, url }
}

/** Makes a report and takes its crawl. */
async function begin(site: Site): Promise<Run> {
  await running.siteReports.createSiteReport(newSiteReport(site))
  const { run } = await running.siteRuns.takeSiteRun({})
  if (run?.key == null) throw new Error('There is no run to take.')
  return { key: run.key, hasKept: run.has_kept }
}

const addressOf = (name: string): Buffer => Buffer.alloc(16, name)
const counts = { requested: 1, failed: 0, waiting: 0 }

/** Stores a visit of each address; those in capitals are to be kept. */
async function visit({ key }: Run, names: string, body = 'read'): Promise<void> {
  const visits = [...names].map((name, index) => ({
    number: index + 1,
    body: Buffer.from(`${body} ${name}`),
    ...(name === name.toUpperCase() && { address: addressOf(name) }),
  }))
  await running.siteRuns.appendVisits({ key, visits, ...counts })
}

const end = ({ key }: Run) => running.siteRuns.endSiteRun({ key, result: runResult([], []) })
const stored = async (): Promise<number> => (await running.sql.query('select from site_visit')).rowCount ?? 0

async function find({ key }: Pick<Run, 'key'>, name: string): Promise<string | undefined> {
  const { body } = await running.siteRuns.findKeptVisit({ key, address: addressOf(name) })
  return body?.toString()
}

async function done(site: Site, names: string, body?: string): Promise<Run> {
  const run = await begin(site)
  await visit(run, names, body)
  await end(run)
  return run
}

describe('what a report has read', () => {
  it('is found by the next one of the project, by address, and is replaced at its end', async () => {
    const site = newSite()
    const first = await begin(site)
    expect(first.hasKept).toBe(false)
    await visit(first, 'AbC')
    await end(first)
    // Only what is to be kept.
    expect(await stored()).toBe(2)
    const second = await begin(site)
    expect(second.hasKept).toBe(true)
    expect([await find(second, 'A'), await find(second, 'C')]).toEqual(['read A', 'read C'])
    expect([await find(second, 'b'), await find(second, 'D')]).toEqual([undefined, undefined])
    await visit(second, 'AD', 'read again')
    await end(second)
    expect(await stored()).toBe(2)
    const third = await begin(site)
    expect([await find(third, 'A'), await find(third, 'C')]).toEqual(['read again A', undefined])
  })

  it('stays if the next one fails or is cancelled, whose own goes', async () => {
    const site = newSite()
    await done(site, 'A')
    const failing = await begin(site)
    await visit(failing, 'A', 'of a failure')
    await running.siteRuns.endSiteRun({ key: failing.key, failure: { code: 'dns', message: 'There is no such host.' } })
    const cancelled = await begin(site)
    await visit(cancelled, 'A', 'of a cancelled one')
    await running.siteReports.cancelSiteReport({ account_id: site.account_id, id: cancelled.key.id })
    expect(await find(await begin(site), 'A')).toBe('read A')
    expect(await stored()).toBe(1)
  })

  it('is found by a later attempt, and by no earlier one', async () => {
    const site = newSite()
    await done(site, 'A')
    const first = await begin(site)
    await running.siteRuns.releaseSiteRun(first.key)
    const { run } = await running.siteRuns.takeSiteRun({})
    expect(run).toMatchObject({ has_kept: true, key: { attempt: 2 } })
    expect(await find({ key: { ...first.key, attempt: 2 } }, 'A')).toBe('read A')
    expect(await find(first, 'A')).toBeUndefined()
  })

  it('is that of the last visit of an address', async () => {
    const site = newSite()
    const first = await begin(site)
    const visits = ['old', 'new'].map((body, index) => {
      return { number: index + 1, body: Buffer.from(body), address: addressOf('A') }
    })
    await running.siteRuns.appendVisits({ key: first.key, visits, ...counts })
    await end(first)
    expect(await find(await begin(site), 'A')).toBe('new')
  })

  it('is found by no other account and no other project, though the site is the same', async () => {
    const site = newSite()
    await done(site, 'A')
    const elsewhere = await begin({ ...site, project_id: crypto.randomUUID() })
    expect([elsewhere.hasKept, await find(elsewhere, 'A')]).toEqual([false, undefined])
    await end(elsewhere)
    const other = await begin({ ...site, account_id: crypto.randomUUID() })
    expect([other.hasKept, await find(other, 'A')]).toEqual([false, undefined])
    const own = await running.sql.query(`select id from site_report where account_id = $1 and kept_until is not null`, [
      site.account_id,
    ])
    for (const { id } of own.rows) {
      const key = { ...other.key, id }
      expect(await find({ key }, 'A')).toBeUndefined()
    }
  })

  it('goes with its report, with its project, and after its time', async () => {
    const [one, two, three] = [newSite(), newSite(), newSite()]
    const { key } = await done(one, 'A')
    await done(two, 'A')
    const { key: expired } = await done(three, 'A')
    expect(await stored()).toBe(3)
    await running.siteReports.deleteSiteReport({ account_id: one.account_id, id: key.id })
    expect(await find(await begin(one), 'A')).toBeUndefined()
    expect(await stored()).toBe(2)

    const { account_id, project_id, project } = two
    const gone = { account_id, project_id, project, deleted_at: new Date().toISOString() }
    await running.broker.publish(projectDeleted, gone, { id: crypto.randomUUID() })
    await until('the project is deleted', async () => (await stored()) === 1)

    await sweepKeptVisits(db)
    expect(await stored()).toBe(1)
    const days = `extract(epoch from kept_until - clock_timestamp()) / 86400`
    const { rows } = await running.sql.query(`select ${days} as days from site_report where id = $1`, [expired.id])
    expect(Number(rows[0].days)).toBeCloseTo(15, 2)
    await running.sql.query('update site_report set kept_until = clock_timestamp() where id = $1', [expired.id])
    const late = await begin(three)
    expect([late.hasKept, await find(late, 'A')]).toEqual([false, undefined])
    await sweepKeptVisits(db)
    expect(await stored()).toBe(0)
  })

  it('is kept up to so many bytes', async () => {
    const site = newSite()
    const first = await begin(site)
    // Sent as PostgreSQL makes it, since 64 MB in portions would take long.
    await running.sql.query(
      `insert into site_visit (account_id, site_report_id, number, body, address)
        select $1, $2, number, convert_to(repeat('a', 9999999), 'UTF8'), decode(md5(number::text), 'hex')
        from generate_series(1, 7) as number`,
      [site.account_id, first.key.id],
    )
    await end(first)
    expect(await stored()).toBe(6)
  })
})

it('a visit is found by an index, however many there are', async () => {
  const site = newSite()
  const { key } = await begin(site)
  await running.sql.query(
    `insert into site_visit (account_id, site_report_id, number, body, address)
      select $1, $2, number, 'read', decode(md5(number::text), 'hex') from generate_series(1, 5000) as number`,
    [site.account_id, key.id],
  )
  await running.siteRuns.endSiteRun({ key, result: runResult([], []) })
  await running.sql.query('analyze site_visit, site_report')
  const next = await begin(site)
  const lines: string[] = []
  const q = db.forAccount(site.account_id)
  const explained: Queryable = {
    async query({ text, values }) {
      const { rows } = await q.query<{ 'QUERY PLAN': string }>({ text: `explain ${text}`, values: values ?? [] })
      lines.push(...rows.map((row) => row['QUERY PLAN']))
      return { rows: [], rowCount: 0 }
    },
  }
  await findKeptVisit(explained, { accountId: site.account_id, id: next.key.id, attempt: 1 }, addressOf('A'))
  expect(lines.join('\n')).toMatch(/Index Cond: .*address = /)
})

it('an address of another length is refused', async () => {
  const { key } = await begin(newSite())
  const address = Buffer.alloc(15)
  const refused = { kind: 'invalid', errors: { address: ['must have 16 bytes'] } }
  await expect(running.siteRuns.findKeptVisit({ key, address })).rejects.toMatchObject(refused)
  const visits = [{ number: 1, body: Buffer.from('read'), address }]
  await expect(running.siteRuns.appendVisits({ key, visits, ...counts })).rejects.toMatchObject(refused)
})
