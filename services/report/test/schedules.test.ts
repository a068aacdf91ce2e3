import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { planChanged } from '@pagebell/messages/plan-changed'
import { projectDeleted } from '@pagebell/messages/project-deleted'
import { connectDatabase, type Database } from '@pagebell/postgres/database'
import { createLog } from '@pagebell/runtime/log'
import { dyingDatabase } from '@pagebell/testing/dying-database'
import { until } from '@pagebell/testing/until'
import { runDueSchedules } from '../src/schedules/schedule-runner.ts'
import { newReport, newSiteReport, type RunningService, runService } from './running-service.ts'

let running: RunningService
let db: Database
beforeAll(async () => {
  running = await runService()
  db = connectDatabase({ url: running.databaseUrl, log: createLog('test', 'silent'), max: 8 })
})
afterAll(async () => {
  await db?.[Symbol.asyncDispose]()
  await running?.[Symbol.asyncDispose]()
})

const selection = { start: ['sitemap', 'links'], max_pages: 200, include: [], exclude: [] }
const daily = { every: 'day', at: '03:00', zone: 'UTC' }

function newSchedule(settings: object = {}, more: object = {}) {
  const project = `${crypto.randomUUID()}.example`
  const place = { account_id: crypto.randomUUID(), project_id: crypto.randomUUID(), project }
  const url = `https://${project}/`
  return { ...place, settings: { what: 'site', time: daily, url, selection, pages: [], ...settings }, ...more }
}
type Wanted = ReturnType<typeof newSchedule>
const keyOf = ({ account_id, project_id }: Wanted) => ({ account_id, project_id })
const put = (wanted: Wanted) => running.schedules.putSchedule({ ...wanted, is_owner: false })
const get = (wanted: Wanted) => running.schedules.getSchedule(keyOf(wanted))

/** The clock of the runner; it shows a time until it is set to another. */
let clock = new Date()
const tools = () => ({
  db,
  runQueue: { releaseNow() {} },
  log: createLog('test', 'silent'),
  now: () => clock,
})
const run = () => runDueSchedules(tools())

/** Sets the clock to a moment at which the schedule is due. */
async function advanceTo(wanted: Wanted, lateMs = 120_000): Promise<void> {
  clock = new Date(Date.parse((await get(wanted)).next_at) + lateMs)
}

async function siteReportsOf({ account_id }: Wanted): Promise<string[]> {
  const { rows } = await running.sql.query('select id from site_report where account_id = $1 order by id', [account_id])
  return rows.map(({ id }) => id)
}

describe('a schedule', () => {
  it('is stored, and shows its next time', async () => {
    const wanted = newSchedule({ time: { every: 'week', at: '03:00', zone: 'Europe/Berlin', on: 1 } })
    await expect(get(wanted)).rejects.toMatchObject({ kind: 'not_found' })
    const kept = await put(wanted)
    expect(kept.settings).toEqual(expect.objectContaining({ what: 'site', url: wanted.settings.url, selection }))
    expect(kept.settings?.time).toEqual({ every: 'week', at: '03:00', zone: 'Europe/Berlin', on: 1 })
    expect(kept.last).toBeNull()
    expect(Date.parse(kept.next_at)).toBeGreaterThan(Date.now())
    expect(new Date(kept.next_at).getUTCDay()).toBe(1)
    await expect(get({ ...wanted, account_id: crypto.randomUUID() })).rejects.toMatchObject({ kind: 'not_found' })
  })

  it('that is put again as it is keeps its next time and its last outcome; a changed one gets another', async () => {
    const wanted = newSchedule()
    await put(wanted)
    await advanceTo(wanted)
    await run()
    const before = await get(wanted)
    expect(before.last).toMatchObject({ outcome: 'started' })
    expect(await put(wanted)).toEqual(before)
    const changed = await put({ ...wanted, settings: { ...wanted.settings, time: { ...daily, at: '04:00' } } })
    expect(changed.next_at).toContain('T04:00:00.000Z')
    expect(changed.last).toEqual(before.last)
  })

  it.each([
    [{ what: 'all' }, 'what'],
    [{ time: { ...daily, every: 'hour' } }, 'every'],
    [{ time: { ...daily, at: '25:00' } }, 'at'],
    [{ time: { ...daily, zone: '+01:00' } }, 'zone'],
    [{ time: { ...daily, zone: 'Europe/Nowhere' } }, 'zone'],
    [{ time: { ...daily, on: 1 } }, 'on'],
    [{ time: { ...daily, every: 'week', on: 8 } }, 'on'],
    [{ url: 'https://elsewhere.example/' }, 'url'],
    [{ pages: ['https://elsewhere.example/'] }, 'pages'],
    [{ selection: { ...selection, include: ['blog'] } }, 'include'],
    [{ what: 'pages', url: undefined, selection: undefined }, 'pages'],
    [{ what: 'pages', url: undefined, selection: undefined, pages: ['https://elsewhere.example/'] }, 'pages'],
    [{ what: 'pages', url: undefined, selection, pages: ['https://elsewhere.example/'] }, 'what'],
  ])('that has %j is refused, naming the field', async (settings, field) => {
    await expect(put(newSchedule(settings))).rejects.toMatchObject({
      kind: 'invalid',
      errors: { [field]: [expect.any(String)] },
    })
  })

  it('of a large site is only for its owner, also when it is carried out', async () => {
    const large = newSchedule({ selection: { ...selection, max_pages: 201 } })
    await expect(put(large)).rejects.toMatchObject({ code: 'ownership_not_proven' })
    await running.schedules.putSchedule({ ...large, is_owner: true })
    await advanceTo(large)
    await run()
    expect((await get(large)).last).toMatchObject({ outcome: 'started' })
  })

  it('is deleted once', async () => {
    const wanted = newSchedule()
    await put(wanted)
    await running.schedules.deleteSchedule(keyOf(wanted))
    await expect(running.schedules.deleteSchedule(keyOf(wanted))).rejects.toMatchObject({ kind: 'not_found' })
  })

  it('goes with its project, and none is made for a deleted one', async () => {
    const wanted = newSchedule()
    await put(wanted)
    const { settings: _, ...place } = wanted
    const deleted = { ...place, deleted_at: new Date().toISOString() }
    await running.broker.publish(projectDeleted, deleted, { id: crypto.randomUUID() })
    const text = 'select from schedule where account_id = $1'
    await until('it is deleted', async () => (await running.sql.query(text, [wanted.account_id])).rowCount === 0)
    await expect(put(wanted)).rejects.toMatchObject({ code: 'project_gone' })
  })
})

describe('the time of a schedule', () => {
  it('makes a site report, and plans the next time', async () => {
    const wanted = newSchedule()
    const { next_at } = await put(wanted)
    clock = new Date(Date.parse(next_at) - 1)
    await run()
    expect(await siteReportsOf(wanted)).toEqual([])
    await advanceTo(wanted)
    await run()
    const [made] = await siteReportsOf(wanted)
    const kept = await get(wanted)
    expect(kept.last).toMatchObject({ at: clock.toISOString(), outcome: 'started', site_report: made })
    expect(Date.parse(kept.next_at)).toBe(Date.parse(next_at) + 86_400_000)
    await run()
    expect(await siteReportsOf(wanted)).toHaveLength(1)
  })

  it('rates its pages: those that have a report again, the others for the first time', async () => {
    const wanted = newSchedule({ what: 'pages', url: undefined, selection: undefined })
    wanted.settings.pages = [`https://${wanted.project}/old`, `https://${wanted.project}/new`] as never
    const { settings: _, ...place } = wanted
    const old = await running.reports.createReport({ ...newReport(place), url: `https://${wanted.project}/old` })
    await put(wanted)
    await advanceTo(wanted)
    await run()
    const { last } = await get(wanted)
    expect(last).toMatchObject({ outcome: 'started', refused: 0 })
    expect(last?.reports).toHaveLength(2)
    expect(last?.reports).toContain(old.id)
  })

  it('that was missed several times comes once', async () => {
    const wanted = newSchedule()
    const { next_at } = await put(wanted)
    await advanceTo(wanted, 10.5 * 86_400_000)
    await run()
    await run()
    expect(await siteReportsOf(wanted)).toHaveLength(1)
    expect(Date.parse((await get(wanted)).next_at)).toBe(Date.parse(next_at) + 11 * 86_400_000)
  })

  it('that is refused shows why, and the next one is planned', async () => {
    const wanted = newSchedule()
    const { next_at } = await put(wanted)
    const { settings: _, ...place } = wanted
    await running.siteReports.createSiteReport(newSiteReport({ ...place, url: `https://${wanted.project}/` }))
    await advanceTo(wanted)
    await run()
    const kept = await get(wanted)
    expect(kept.last).toMatchObject({ outcome: 'refused', code: 'site_report_running', reports: [] })
    expect(kept.last?.message).toBe('The project has a site report that has not ended.')
    expect(Date.parse(kept.next_at)).toBe(Date.parse(next_at) + 86_400_000)
    expect(await siteReportsOf(wanted)).toHaveLength(1)
  })

  it('is counted as analyses of the day, and refused beyond the plan without a trace', async () => {
    const wanted = newSchedule()
    const none = { urls_per_day: null, urls_per_month: null, reports: null, analyses_per_minute: null }
    const limits = { ...none, analyses_per_day: 150 }
    const body = { account_id: wanted.account_id, limits, version: 1 }
    await running.broker.publish(planChanged, body, { id: crypto.randomUUID() })
    const text = 'select from account_limits where account_id = $1'
    await until('the limits are known', async () => {
      return (await running.sql.query(text, [wanted.account_id])).rowCount === 1
    })
    await put(wanted)
    await advanceTo(wanted)
    await run()
    expect((await get(wanted)).last).toMatchObject({ outcome: 'refused', code: 'analysis_limit_reached' })
    expect(await siteReportsOf(wanted)).toEqual([])
  })

  it('waits for the end of a minute whose analyses are used up', async () => {
    const wanted = newSchedule({ what: 'pages', url: undefined, selection: undefined })
    wanted.settings.pages = [`https://${wanted.project}/`] as never
    await put(wanted)
    const text = 'insert into account_limits (account_id, version, analyses_per_minute) values ($1, 1, 0)'
    await running.sql.query(text, [wanted.account_id])
    await advanceTo(wanted)
    await run()
    expect((await get(wanted)).last).toBeNull()
    await running.sql.query('update account_limits set analyses_per_minute = 1 where account_id = $1', [
      wanted.account_id,
    ])
    clock = new Date(clock.getTime() + 61_000)
    await run()
    expect((await get(wanted)).last).toMatchObject({ outcome: 'started' })
  })

  it('is refused when the analyses of every minute for an hour were used up', async () => {
    const wanted = newSchedule({ what: 'pages', url: undefined, selection: undefined })
    wanted.settings.pages = [`https://${wanted.project}/`] as never
    await put(wanted)
    const text = 'insert into account_limits (account_id, version, analyses_per_minute) values ($1, 1, 0)'
    await running.sql.query(text, [wanted.account_id])
    await advanceTo(wanted, 3_600_000)
    await run()
    expect((await get(wanted)).last).toMatchObject({ outcome: 'refused', code: 'analysis_limit_reached' })
  })
})

describe('copies of the service', () => {
  it('carry out a time once', async () => {
    const many = Array.from({ length: 20 }, () => newSchedule())
    for (const wanted of many) await put(wanted)
    await advanceTo(many[0] as Wanted, 86_400_000)
    await Promise.all([run(), run(), run()])
    for (const wanted of many) {
      expect(await siteReportsOf(wanted)).toHaveLength(1)
      expect((await get(wanted)).last).toMatchObject({ outcome: 'started' })
    }
  })

  it('go on after one that died within a transaction', async () => {
    const wanted = newSchedule()
    await put(wanted)
    await advanceTo(wanted)
    await runDueSchedules({ ...tools(), db: dyingDatabase(db) })
    expect(await siteReportsOf(wanted)).toEqual([])
    // Another copy takes it over a minute later.
    clock = new Date(clock.getTime() + 61_000)
    await run()
    expect(await siteReportsOf(wanted)).toHaveLength(1)
    expect((await get(wanted)).last).toMatchObject({ outcome: 'started' })
  })
})

it('a month of days, through the change of the clock, makes a report each day', async () => {
  const wanted = newSchedule({ time: { every: 'day', at: '02:30', zone: 'Europe/Berlin' } })
  await put(wanted)
  const text = `update schedule set next_at = '2027-03-14T01:30:00Z', due_at = '2027-03-14T01:30:00Z' where account_id = $1`
  await running.sql.query(text, [wanted.account_id])
  const begin = Date.parse('2027-03-14T00:00:00Z')
  const times: string[] = []
  // Every ten minutes for 30 days; each report has ended before the next is due.
  for (let minute = 0; minute < 30 * 24 * 60; minute += 10) {
    clock = new Date(begin + minute * 60_000)
    await run()
    const found = await siteReportsOf(wanted)
    if (found.length > 0) {
      times.push(clock.toISOString())
      await running.sql.query('delete from site_report where account_id = $1', [wanted.account_id])
    }
  }
  expect(times).toHaveLength(30)
  expect(times.filter((time) => /T01:[345]/.test(time))).toHaveLength(14)
  expect(times.find((time) => time.startsWith('2027-03-28'))).toMatch(/T01:0|T01:1/)
}, 120_000)
