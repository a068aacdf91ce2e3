import { Readable } from 'node:stream'
import { csvOf } from '@pagebell/http/csv'
import type { SitePage__Output as SitePage } from '@pagebell/protos/report/v1/site_reports'
import { Type } from '@pagebell/schema/type'
import { type Route, signedInRoutes } from '../../route.ts'
import { accountOf } from '../../session/request-session.ts'
import { ignoredOn, issuesOf } from './stored-site-report.ts'

const rowsPerCall = 1_000

/** One page as a row, as in the API: of its issues, the checks that fail, that warn and that are ignored. */
export function toRow(page: SitePage) {
  const issues = Object.entries(issuesOf(page))
  const checks = (severity: string) => issues.flatMap(([check, issue]) => (issue.severity === severity ? [check] : []))
  return {
    url: page.url,
    status: page.status,
    failure: page.failure,
    redirects_to: page.redirects_to,
    score: page.score,
    inlinks: page.inlinks,
    clicks: page.clicks,
    in_sitemap: String(page.in_sitemap),
    fails: checks('fail').join(' '),
    warns: checks('warn').join(' '),
    ignored: Object.keys(ignoredOn(page)).join(' '),
  }
}

type Row = ReturnType<typeof toRow>
export const columns = Object.keys(
  toRow({ issues_json: Buffer.from('{}'), ignored_json: Buffer.from('{}') } as SitePage),
) as (keyof Row)[]

const params = Type.Object({ id: Type.String() })

const exportSitePages: Route = (app, { clients }) => {
  app.get('/site-reports/:id/pages.csv', { schema: { params } }, async (request, reply) => {
    const { id } = request.params
    const asked = { account_id: accountOf(request), id, sort: 'url', per_page: rowsPerCall }
    // Before the answer begins: a report of another account is not found.
    const first = await clients.siteReports.listSitePages(asked)
    void reply.headers({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="pages-${id.slice(0, 13)}.csv"`,
    })
    return reply.send(Readable.from(csvOf(columns, portions())))

    async function* portions(): AsyncGenerator<Row[]> {
      for (let found = first; ; ) {
        yield found.pages.map(toRow)
        const cursor = found.next_cursor
        if (cursor === undefined) return
        found = await clients.siteReports.listSitePages({ ...asked, cursor })
      }
    }
  })
}

export default signedInRoutes(exportSitePages)
