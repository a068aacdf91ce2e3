import { type Html, html } from '@pagebell/html/template'
import type {
  SiteReport__Output as SiteReport,
  SiteReportList__Output as SiteReportList,
} from '@pagebell/protos/report/v1/site_reports'
import { Type } from '@pagebell/schema/type'
import { storedProjectName } from '@pagebell/urls/project-name'
import { undefinedIfNotFound, undefinedIfUnavailable } from '../../clients/fallbacks.ts'
import { pagingFields } from '../../forms/fields.ts'
import { counted, grouped, timeTag } from '../../html/format.ts'
import { type Frame, frameOf, sendPage } from '../../html/frame.ts'
import { privacyBadge, ratingBadge, runBadge } from '../../parts/badge.ts'
import { page } from '../../parts/layout.ts'
import { cursorPager } from '../../parts/pager.ts'
import { type Column, empty, reloadingList, table } from '../../parts/table.ts'
import { shownHost, shownUrl } from '../../parts/url.ts'
import { type Route, signedInRoutes } from '../../route.ts'
import { accountOf } from '../../session/request-session.ts'
import { reportKinds } from '../report-kinds.ts'
import { issueCounts } from './issue-words.ts'
import { isUnderWay } from './stored-site-report.ts'

type SiteReportsPage = {
  found: SiteReportList
  cursor: string | undefined
  /** The project that is selected, if there is one. */
  project?: string | undefined
}

export function siteReportsPage(frame: Frame, { found, cursor, project }: SiteReportsPage): Html {
  const { reports, next_cursor } = found
  const query = project === undefined ? '' : `?project=${encodeURIComponent(project)}`
  const start = html`<a class="button main" href="/site-reports/new${query}">Rate a site</a>`
  const text = `Pagebell crawls a site, rates every page, and says what is wrong with the most pages first.`
  const none = html`<div class="card flush">${empty('projects', 'No site report yet', text, start)}</div>`
  const reload = reports.some(isUnderWay) && reloadingList(frame.path, 5)
  return page(frame, {
    title: 'Site reports',
    lead: 'Whole sites, rated by a crawl. Newest first.',
    actions: reports.length > 0 && start,
    body: html`${reportKinds('sites', project)}
<section aria-label="Site reports"><div id="list" tabindex="-1"${reload}>
<p class="hint list-count" role="status" tabindex="-1">${counted(reports.length, 'site report')} shown</p>
${reports.length === 0 ? none : html`<div class="card flush">${reportTable(frame, reports)}</div>`}
${cursorPager(frame, cursor, next_cursor)}</div></section>`,
  })
}

function reportTable(frame: Frame, reports: SiteReport[]): Html {
  const columns: Column<SiteReport>[] = [
    {
      name: 'Site',
      kind: 'main',
      cell: ({ id, project, url }) =>
        html`<a href="/site-reports/${id}">${shownHost(project)}</a><span class="two">${shownUrl(url)}</span>`,
    },
    {
      name: 'Rating',
      cell: ({ status, result, score }) => (status === 'done' ? ratingBadge(result, score) : runBadge(status)),
    },
    { name: 'Visibility', cell: ({ privacy = 1 }) => privacyBadge(privacy) },
    { name: 'Issues', cell: ({ issue_counts: counts }) => (counts == null ? '–' : issueCounts(counts)) },
    { name: 'Addresses', kind: 'number', cell: ({ requested }) => grouped(requested) },
    { name: 'Started', cell: ({ created_at }) => timeTag(created_at, frame.now) },
  ]
  return table('Site reports', columns, reports)
}

const querystring = Type.Object({
  project: Type.Optional(Type.String({ maxLength: 253 })),
  per_page: pagingFields.per_page,
  cursor: pagingFields.cursor,
})

const listSiteReports: Route = (app, tools) => {
  const { projects, siteReports } = tools.clients
  app.get('/site-reports', { schema: { querystring } }, async (request, reply) => {
    const account_id = accountOf(request)
    const { per_page, cursor, project: sent } = request.query
    // A host that cannot name a project finds nothing.
    const name = sent === undefined ? undefined : (storedProjectName(sent.trim()) ?? sent)
    const [found, project] = await Promise.all([
      siteReports.listSiteReports({ account_id, per_page, cursor, project: name }),
      name === undefined
        ? undefined
        : undefinedIfUnavailable(undefinedIfNotFound(projects.getProject({ account_id, project: name }))),
    ])
    return sendPage(
      reply,
      siteReportsPage(frameOf(request, reply, tools), { found, cursor, project: project?.project }),
    )
  })
}

export default signedInRoutes(listSiteReports)
