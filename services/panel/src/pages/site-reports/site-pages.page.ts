import { type Html, html } from '@pagebell/html/template'
import type {
  SitePageList__Output as SitePageList,
  SiteReport__Output as SiteReport,
} from '@pagebell/protos/report/v1/site_reports'
import { type Static, Type } from '@pagebell/schema/type'
import { pagingFields } from '../../forms/fields.ts'
import { counted } from '../../html/format.ts'
import { type Frame, frameOf, sendPage } from '../../html/frame.ts'
import { choice, searchingList } from '../../parts/form.ts'
import { cursorPager } from '../../parts/pager.ts'
import { empty } from '../../parts/table.ts'
import { type Route, signedInRoutes } from '../../route.ts'
import { accountOf } from '../../session/request-session.ts'
import { pageSorts, sitePageTable } from './site-page-table.ts'
import { ownPath } from './site-paths.ts'
import { siteReportPage } from './site-report-tabs.ts'

export const checkId = Type.String({ pattern: '^[a-z0-9_]{1,60}$' })

/** As in the API. */
export const sitePageFilters = {
  sort: Type.Unsafe<(typeof pageSorts)[number]>(Type.String({ enum: [...pageSorts], default: 'score' })),
  per_page: pagingFields.per_page,
  cursor: pagingFields.cursor,
}
export const pagesQuery = Type.Object({ issue: Type.Optional(checkId), ...sitePageFilters })
type Filters = Static<typeof pagesQuery>

export type PagesShown = { report: SiteReport; filters: Filters; found: SitePageList }

export function sitePagesPage(frame: Frame, shown: PagesShown): Html {
  const { report } = shown
  const reportPath = ownPath(report)
  return siteReportPage(frame, {
    report,
    tab: 'Pages',
    title: 'Pages of the site report',
    actions: html`<a class="button" href="${reportPath}/pages.csv" download>Export as CSV</a>`,
    body: sitePagesList(frame, shown, reportPath),
  })
}

/** The pages of the report at `reportPath`, a part at a time, with a form that filters them. */
export function sitePagesList(frame: Frame, { report, filters, found }: PagesShown, reportPath: string): Html {
  const { path } = frame
  const { issue, sort, cursor } = filters
  const { pages, next_cursor } = found
  const none = empty('projects', 'No page has this issue', 'Choose another issue, or none.')
  const rows = sitePageTable({ caption: 'Pages of the report', report, pages, reportPath, path, sort }, issue)
  return html`<section aria-label="Pages">${filterForm(report, filters, reportPath)}<div id="list" tabindex="-1">
<p class="hint list-count" role="status" tabindex="-1">${counted(pages.length, 'address', 'addresses')} shown</p>
<div class="card flush report-list">${pages.length === 0 ? none : rows}</div>
${cursorPager(frame, cursor, next_cursor, { next: 'More', first: 'To the start' })}</div></section>`
}

function filterForm({ issues }: SiteReport, { issue, sort }: Filters, reportPath: string): Html {
  const path = `${reportPath}/pages`
  const options = issues.map(({ check, title, pages }) => [check, `${title} (${pages})`] as const)
  return html`<form method="get" action="${path}#list" class="filters" role="search" aria-label="Find pages"
${searchingList(path, 'change, submit')}><div class="grow">
${choice('issue', 'With the issue', issue, [['', 'Any or none'], ...options])}</div>
${choice('sort', 'Sort by', sort, [
  ['score', 'Lowest score'],
  ['inlinks', 'Most links'],
  ['url', 'Address'],
])}<button>Apply</button></form>`
}

const params = Type.Object({ id: Type.String() })

const listSitePages: Route = (app, tools) => {
  const { siteReports } = tools.clients
  app.get('/site-reports/:id/pages', { schema: { params, querystring: pagesQuery } }, async (request, reply) => {
    const which = { account_id: accountOf(request), id: request.params.id }
    const [report, found] = await Promise.all([
      siteReports.getSiteReport({ ...which, is_brief: true }),
      siteReports.listSitePages({ ...request.query, ...which }),
    ])
    const shown = { report, filters: request.query, found }
    return sendPage(reply, sitePagesPage(frameOf(request, reply, tools), shown))
  })
}

export default signedInRoutes(listSitePages)
