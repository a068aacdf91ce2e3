import { describe, expect, it } from '@jest/globals'
import { until } from '@pagebell/testing/until'
import { judgeDueRuns } from '../src/alerts/judge-due-runs.ts'
import { type DoneSite, endSiteReport } from './end-site-report.ts'
import { digestsOf, newPlace, openOf, type Place, put, running, sendDigest, tools, useAlerts } from './use-alerts.ts'

useAlerts()

const selection = { start: ['links'], max_pages: 5, include: [], exclude: [] }
const good: DoneSite = { score: 80, issues: [] }
const bad: DoneSite = { score: 80, issues: [{ check: 'indexable', title: 'Pages cannot be indexed', pages: 3 }] }

const create = (place: Place, host: string) =>
  running.siteReports.createSiteReport({ ...place, url: `https://${host}/`, selection, idempotency: undefined })

/** Reports of a host that are done one after the other, with their runs judged. */
async function rate(place: Place, count: number, host = place.project, done = good): Promise<void> {
  for (let made = 0; made < count; made += 1) {
    await create(place, host)
    await endSiteReport(running, done)
    await judgeDueRuns(tools())
  }
}

async function cancel(place: Place, count: number): Promise<void> {
  for (let made = 0; made < count; made += 1) {
    const { id } = await create(place, place.project)
    await running.siteReports.cancelSiteReport({ account_id: place.account_id, id })
  }
}

/** The status and host of each report that is kept, the newest first. */
async function keptOf({ account_id, project }: Place) {
  const { reports } = await running.siteReports.listSiteReports({ account_id, project, per_page: 100 })
  return reports.map(({ status, url }) => ({ status, host: new URL(url).host }))
}

describe('the reports that a project keeps', () => {
  it('are its newest twelve, and the newest six that are done', async () => {
    const place = newPlace()
    await rate(place, 8)
    await cancel(place, 13)
    const statuses = (await keptOf(place)).map(({ status }) => status)
    expect(statuses).toEqual([...Array(12).fill('cancelled'), ...Array(6).fill('done')])
  })

  it('are those of a host that is rated rarely as well', async () => {
    const place = newPlace()
    const blog = `blog.${place.project}`
    await rate(place, 1)
    await rate(place, 13, blog)
    const hosts = (await keptOf(place)).map(({ host }) => host)
    expect(hosts).toEqual([...Array(12).fill(blog), place.project])
  })

  it('are 36 at most, of more hosts those that were rated last', async () => {
    const place = newPlace()
    const hosts = Array.from({ length: 40 }, (_, n) => `host-${n}.${place.project}`)
    for (const host of hosts) await rate(place, 1, host)
    expect((await keptOf(place)).map(({ host }) => host)).toEqual(hosts.slice(-36).toReversed())
  })

  it('leave an alert open until its host is rated without it, whatever comes between', async () => {
    const place = newPlace()
    await put(place, [{ when: 'check_fails', check: 'indexable' }])
    await rate(place, 2, place.project, bad)
    await sendDigest(place)
    await cancel(place, 13)
    await rate(place, 13, `blog.${place.project}`)
    await sendDigest(place)
    expect(await openOf(place)).toEqual(['check_fails indexable'])
    await rate(place, 2)
    await sendDigest(place)
    await until('both digests have come', () => digestsOf(place).length === 2)
    expect(digestsOf(place)[1]).toMatchObject({ opened: [], resolved: [{ check: 'indexable' }] })
  })
})
