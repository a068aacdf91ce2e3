import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { endSiteReport } from './end-site-report.ts'
import { newSiteReport, type RunningService, runService } from './running-service.ts'

let running: RunningService
beforeAll(async () => {
  running = await runService()
})
afterAll(() => running?.[Symbol.asyncDispose]())

type Request = ReturnType<typeof newSiteReport>

/** A site report that is done, of the project of a request. */
async function done(request: Request, url = request.url) {
  const { id } = await running.siteReports.createSiteReport({ ...request, url })
  await endSiteReport(running, { score: 80, issues: [] })
  return { account_id: request.account_id, id }
}
const comparedWith = async (key: { account_id: string; id: string }) =>
  (await running.siteReports.getSiteReport(key)).compared_with

describe('the report that a site report is compared with', () => {
  it('is the one before of the same host, since another subdomain is another site', async () => {
    const request = newSiteReport()
    const main = await done(request)
    const blog = await done(request, `https://blog.${request.project}/`)
    expect(await comparedWith(blog)).toBeUndefined()
    await expect(running.siteReports.compareSiteReports(blog)).rejects.toMatchObject({ code: 'nothing_to_compare' })
    const again = await done(request, `http://www.${request.project}/`)
    expect(await comparedWith(again)).toBe(main.id)
    expect(await running.siteReports.compareSiteReports(again)).toMatchObject({ with: { id: main.id } })
  })
  it('is named as long as it exists, since pages lead to it', async () => {
    const request = newSiteReport()
    const [before, newest] = [await done(request), await done(request)]
    expect(await comparedWith(newest)).toBe(before.id)
    await running.siteReports.deleteSiteReport(before)
    expect(await comparedWith(newest)).toBeUndefined()
    const { account_id } = request
    const { reports } = await running.siteReports.listSiteReports({ account_id, per_page: 10 })
    expect(reports.map((report) => [report.id, report.compared_with])).toEqual([[newest.id, undefined]])
  })
})
