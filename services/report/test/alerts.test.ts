import { describe, expect, it } from '@jest/globals'
import { pageAnalyzed } from '@pagebell/messages/page-analyzed'
import { projectDeleted } from '@pagebell/messages/project-deleted'
import { dyingDatabase } from '@pagebell/testing/dying-database'
import { until } from '@pagebell/testing/until'
import { sendDueDigests } from '../src/alerts/digests.ts'
import { judgeDueRuns } from '../src/alerts/judge-due-runs.ts'
import { runDueSchedules } from '../src/schedules/schedule-runner.ts'
import { rated } from './analyzer-messages.ts'
import { type DoneSite, endSiteReport } from './end-site-report.ts'
import { newReport } from './running-service.ts'
import {
  clock,
  dayMs,
  digestsOf,
  dueNow,
  get,
  newPlace,
  openOf,
  type Place,
  passTime,
  put,
  running,
  sendDigest,
  setClock,
  tools,
  useAlerts,
} from './use-alerts.ts'

useAlerts()

const selection = { start: ['links'], max_pages: 5, include: [], exclude: [] }

/** A site report of a host of a project that is done at once, with its runs judged. */
async function siteRun(place: Place, done: DoneSite, host = place.project): Promise<string> {
  const url = `https://${host}/`
  const { id } = await running.siteReports.createSiteReport({ ...place, url, selection, idempotency: undefined })
  await endSiteReport(running, done)
  await judgeDueRuns(tools())
  return id
}

/** A run of the report of a page, with the status and values of its checks. */
async function pageRun(place: Place, url: string, statuses: object, values: object = {}): Promise<string> {
  const { id } = await running.reports.createReport({ ...newReport(place), url, reuse: true })
  const { rows } = await running.sql.query('select run_id, id as report_id from report where id = $1', [id])
  await running.broker.publish(pageAnalyzed, rated(rows[0], { statuses, values } as never), { id: crypto.randomUUID() })
  const asked = { account_id: place.account_id, id }
  await until('it is done', async () => (await running.reports.getReport(asked)).status === 'done')
  await judgeDueRuns(tools())
  return id
}

const indexable = { check: 'indexable', title: 'Pages cannot be indexed', pages: 3 }

describe('a month of daily site reports', () => {
  it('has no alert for one-day spikes, one for a confirmed regression, and one digest a day', async () => {
    const place = newPlace()
    const rules = [
      { when: 'check_fails', check: 'indexable' },
      { when: 'score_drops', by: 5 },
      { when: 'new_issue', severity: 'fail' },
    ]
    await put(place, rules)
    const time = { every: 'day', at: '03:00', zone: 'UTC' }
    const settings = { what: 'site', time, url: `https://${place.project}/`, selection, pages: [] }
    await running.schedules.putSchedule({ ...place, settings, is_owner: false })
    const start = '2031-03-01T03:00:00Z'
    await running.sql.query('update schedule set next_at = $2, due_at = $2 where project_id = $1', [
      place.project_id,
      start,
    ])
    await running.sql.query('update alert_settings set next_digest_at = $2 where project_id = $1', [
      place.project_id,
      '2031-03-01T08:00:00Z',
    ])

    // By the hour. On the 6th and 26th something is wrong for a day, from the 12th to the 20th each day.
    const begin = Date.parse('2031-03-01T00:00:00Z')
    let reports = 0
    for (let hour = 0; hour < 31 * 24; hour += 1) {
      setClock(begin + hour * 3_600_000)
      await runDueSchedules(tools())
      const day = clock.getUTCDate()
      const isBroken = day >= 12 && day <= 20
      const issues = isBroken ? [indexable] : [6, 26].includes(day) ? [{ ...indexable, check: 'title' }] : []
      const score = isBroken || day === 6 ? 60 : 80
      if (await endSiteReport(running, { score, issues })) reports += 1
      await judgeDueRuns(tools())
      await Promise.all([sendDueDigests(tools()), sendDueDigests(tools())])
    }
    expect(reports).toBe(31)
    await until('the digests have come', () => digestsOf(place).length >= 2)
    const [first, second, ...more] = digestsOf(place)
    expect(more).toEqual([])
    expect(first).toMatchObject({ date: '2031-03-13', at: '2031-03-13T08:00:00.000Z', resolved: [], more: 0 })
    expect(first?.opened.map(({ when }) => when).toSorted()).toEqual(['check_fails', 'new_issue', 'score_drops'])
    const failing = first?.opened.find(({ when }) => when === 'check_fails')
    expect(failing).toMatchObject({
      title: 'Pages cannot be indexed',
      detail: `3 pages of ${place.project} fail "indexable" in the last two runs.`,
      check: 'indexable',
      severity: 'fail',
      pages: 3,
    })
    expect(second).toMatchObject({ date: '2031-03-22', opened: [], more: 0 })
    expect(second?.resolved.map(({ id }) => id).toSorted()).toEqual(first?.opened.map(({ id }) => id).toSorted())
    expect(await openOf(place)).toEqual([])
  }, 300_000)
})

describe('rules', () => {
  it('judge what the last runs show as soon as they are set, and take their alerts with them', async () => {
    const place = newPlace()
    for (const _ of [1, 2]) await siteRun(place, { score: 80, issues: [indexable] })
    expect(await get(place)).toMatchObject({ rules: [], at: '08:00', open: [], open_total: 0 })
    await put(place, [{ when: 'check_fails', check: 'indexable' }])
    await judgeDueRuns(tools())
    expect(await openOf(place)).toEqual(['check_fails indexable'])
    await put(place, [{ when: 'score_drops', by: 5 }])
    expect(await openOf(place)).toEqual([])
    await put(place, [])
    expect(await get(place)).toEqual(expect.objectContaining({ rules: [], open_total: 0 }))
  })

  it('count the pages of a site that fail, not those that warn', async () => {
    const place = newPlace()
    await put(place, [{ when: 'check_fails', check: 'indexable' }])
    const pages = ['fail', 'warn', 'warn'].map((severity, index) => {
      return {
        url: `https://${place.project}/${index}`,
        issues: { indexable: { severity }, title: { severity: 'warn' } },
      }
    })
    for (const _ of [1, 2]) await siteRun(place, { score: 80, issues: [indexable], pages })
    const detail = `One page of ${place.project} fails "indexable" in the last two runs.`
    expect((await get(place)).open).toMatchObject([{ detail, pages: 1, severity: 'fail' }])
  })

  it('judge each host of a project by its own reports', async () => {
    const place = newPlace()
    const blog = `blog.${place.project}`
    await put(place, [
      { when: 'check_fails', check: 'indexable' },
      { when: 'score_drops', by: 5 },
    ])
    for (const _ of [1, 2, 3]) await siteRun(place, { score: 90, issues: [] })
    for (const _ of [1, 2]) await siteRun(place, { score: 60, issues: [indexable] }, blog)
    const ofBlog = { check: 'indexable', detail: `3 pages of ${blog} fail "indexable" in the last two runs.` }
    expect((await get(place)).open).toMatchObject([ofBlog])
    for (const _ of [1, 2]) await siteRun(place, { score: 90, issues: [] })
    expect((await get(place)).open).toMatchObject([ofBlog])
    await running.sql.query('delete from site_report where host = $1', [blog])
    await sendDigest(place)
    expect(await openOf(place)).toEqual([])
  })

  it('judge the reports of pages one by one', async () => {
    const place = newPlace()
    await put(place, [{ when: 'check_fails', check: 'title' }])
    const [bad, good] = [`https://${place.project}/bad`, `https://${place.project}/good`]
    for (const _ of [1, 2]) await pageRun(place, good, { title: 'pass' })
    await pageRun(place, bad, { title: 'fail' })
    expect(await openOf(place)).toEqual([])
    const report = await pageRun(place, bad, { title: 'fail' })
    expect((await get(place)).open).toMatchObject([
      { report, url: bad, detail: `${bad} fails "title" in the last two runs.`, is_sent: false },
    ])
    for (const _ of [1, 2]) await pageRun(place, bad, { title: 'pass' })
    expect(await openOf(place)).toEqual([])
  })

  it.each([
    [{ when: 'held', count: 0 }],
    [{ when: 'held', count: 1_001 }],
    [{ when: 'held', by: 1 }],
    [{ when: 'check_fails' }],
    [{ when: 'score_drops' }],
    [{ when: 'score_drops', by: 101 }],
    [{ when: 'new_issue', severity: 'pass' }],
    [{ when: 'certificate', days: 0 }],
    [{ when: 'watch_trouble', days: 3 }],
  ])('%j is refused', async (rule) => {
    await expect(put(newPlace(), [rule])).rejects.toMatchObject({
      kind: 'invalid',
      errors: { rules: expect.anything() },
    })
  })

  it('find no more than a thousand alerts of a project at a time', async () => {
    const place = newPlace()
    await put(place, [{ when: 'new_issue', severity: 'fail' }])
    await running.sql.query(
      `insert into alert (account_id, project_id, id, rule, subject, check_id, opened_at, facts)
        select $1, $2, gen_random_uuid(), 'new_issue:fail', 'page ' || number, '', now(), '{"when":"new_issue"}'
        from generate_series(1, 998) as number`,
      [place.account_id, place.project_id],
    )
    const issues = Array.from({ length: 5 }, (_, number) => ({ ...indexable, check: `check_${number}` }))
    await siteRun(place, { score: 80, issues: [] })
    for (const _ of [1, 2, 3]) await siteRun(place, { score: 80, issues })
    const text = 'select from alert where project_id = $1'
    expect((await running.sql.query(text, [place.project_id])).rowCount).toBe(1_000)
  })

  it('are their account’s alone, and go with their project', async () => {
    const place = newPlace()
    await put(place, [{ when: 'watch_trouble' }])
    expect(await get({ ...place, account_id: crypto.randomUUID() })).toMatchObject({ rules: [] })
    const deleted = { ...place, deleted_at: new Date().toISOString() }
    await running.broker.publish(projectDeleted, deleted, { id: crypto.randomUUID() })
    await until('they are deleted', async () => (await get(place)).rules.length === 0)
    await expect(put(place, [{ when: 'watch_trouble' }])).rejects.toMatchObject({ code: 'project_gone' })
  })
})

describe('a certificate that runs out', () => {
  it('is an alert at the first report that shows it', async () => {
    const place = newPlace()
    await put(place, [{ when: 'certificate', days: 14 }])
    const warned = { check: 'tls_certificate', title: 'Certificate', severity: 'warn' as const, pages: 9 }
    await siteRun(place, { score: 80, issues: [warned] })
    expect((await get(place)).open).toMatchObject([{ when: 'certificate', title: 'The certificate runs out soon' }])
    await siteRun(place, { score: 80, issues: [] })
    expect(await openOf(place)).toEqual([])
  })

  it('is an alert by the days of the rule, though the check of the page passes', async () => {
    // The days count from the end of the run.
    setClock(Date.now())
    const place = newPlace()
    await put(place, [{ when: 'certificate', days: 30 }])
    const url = `https://${place.project}/`
    const validFor = (days: number) => pageRun(place, url, { tls_certificate: 'pass' }, { tls_certificate: days })
    await validFor(31)
    expect(await openOf(place)).toEqual([])
    const report = await validFor(20)
    const detail = `The certificate of ${place.project} is valid for 20 more days.`
    expect((await get(place)).open).toMatchObject([{ when: 'certificate', report, url, detail }])
    await validFor(89)
    expect(await openOf(place)).toEqual([])
  })
})

describe('a digest', () => {
  /** A project with this many alerts that were not sent. */
  async function alerted(count: number): Promise<Place> {
    const place = newPlace()
    await put(place, [{ when: 'new_issue', severity: 'fail' }])
    const issues = Array.from({ length: count }, (_, number) => ({ ...indexable, check: `check_${number}` }))
    await siteRun(place, { score: 80, issues: [] })
    for (const _ of [1, 2]) await siteRun(place, { score: 80, issues })
    await dueNow(place)
    return place
  }

  it('lists fifty alerts and counts the others', async () => {
    const place = await alerted(60)
    await sendDueDigests(tools())
    await until('the digest has come', () => digestsOf(place).length > 0)
    expect(digestsOf(place)).toMatchObject([{ more: 10 }])
    expect(digestsOf(place)[0]?.opened).toHaveLength(50)
    expect(await get(place)).toMatchObject({ open_total: 60 })
  })

  it('is sent once by a copy that takes over from one that died', async () => {
    const place = await alerted(1)
    await sendDueDigests({ ...tools(), db: dyingDatabase(tools().db) })
    expect((await get(place)).open).toMatchObject([{ is_sent: false }])
    await Promise.all([1, 2, 3].map(() => sendDueDigests(tools())))
    expect((await get(place)).open).toMatchObject([{ is_sent: true }])
    await until('the digest has come', () => digestsOf(place).length > 0)
    expect(digestsOf(place)).toHaveLength(1)
  })

  it('comes once a day, though its time is set to a later one', async () => {
    const place = await alerted(1)
    await sendDueDigests(tools())
    const { next_digest_at } = await get(place)
    expect(await put(place, [{ when: 'new_issue', severity: 'fail' }])).toMatchObject({ next_digest_at })
    await put(place, [{ when: 'new_issue', severity: 'fail' }], { at: '09:00' })
    expect((await get(place)).next_digest_at).toContain('T09:00:00.000Z')
    for (const _ of [1, 2]) await siteRun(place, { score: 80, issues: [] })
    const later = 'update alert_settings set next_digest_at = $2 where project_id = $1'
    passTime(60_000)
    await running.sql.query(later, [place.project_id, clock.toISOString()])
    await sendDueDigests(tools())
    passTime(dayMs)
    await sendDueDigests(tools())
    await until('both have come', () => digestsOf(place).length === 2)
    expect(digestsOf(place)[1]).toMatchObject({ opened: [], resolved: [{ check: 'check_0' }] })
    expect(digestsOf(place)[1]?.date).not.toBe(digestsOf(place)[0]?.date)
  })
})
