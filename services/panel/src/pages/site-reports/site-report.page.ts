import { type Html, html } from '@pagebell/html/template'
import type { SiteReport__Output as SiteReport } from '@pagebell/protos/report/v1/site_reports'
import { Type } from '@pagebell/schema/type'
import type { Clients } from '../../clients/clients.ts'
import { exactTime } from '../../html/format.ts'
import { type Frame, frameOf, sendFragment, sendPage } from '../../html/frame.ts'
import { confirmed } from '../../parts/confirmation.ts'
import { type Route, signedInRoutes } from '../../route.ts'
import { accountOf } from '../../session/request-session.ts'
import { type SentVisibility, shareCard } from '../share-card.ts'
import { ignoredIssues } from './ignored-issues.ts'
import { historyCard } from './site-history.ts'
import { issueList, newIssues } from './site-issues.ts'
import { ownPath, sharedSiteReport } from './site-paths.ts'
import { progressCard, siteProgress } from './site-progress.ts'
import { siteReportPage } from './site-report-tabs.ts'
import { limitsCard, noResult, siteResult } from './site-result.ts'
import { isUnderWay, summaryOf } from './stored-site-report.ts'

type SiteReportPage = {
  report: SiteReport
  /** Of the same project, this one too, newest first. */
  reports: SiteReport[]
  /** A refused form for the visibility. */
  sent?: SentVisibility
}

export function siteOverview(frame: Frame, { report, reports, sent }: SiteReportPage): Html {
  const { id, status, ended_at } = report
  const summary = summaryOf(report)
  const isDone = status === 'done'
  const runAgain = html`<a class="button main" href="/site-reports/new?again=${id}">Run again</a>`
  const files = html`<button type="button" data-print>Print</button>
<a class="button" href="/site-reports/${id}/pages.csv" download>Export as CSV</a>
<a class="button" href="/site-reports/${id}/report.html" download>Download</a>`
  return siteReportPage(frame, {
    report,
    tab: 'Issues',
    // Without scripts the page reloads itself.
    head: isUnderWay(report) && html`<noscript><meta http-equiv="refresh" content="5"></noscript>`,
    actions: html`${!isUnderWay(report) && runAgain}
<a class="button" href="#share">Share</a>
${isDone && files}`,
    body: html`${isDone && ended_at !== undefined && html`<p class="print-only">Ended ${exactTime(ended_at)}</p>`}
${isUnderWay(report) && progressCard(frame, report)}${noResult(report)}
${
  isDone &&
  html`${siteResult(frame, report, summary)}${newIssues(report)}
${issueList(report, summary, ownPath(report))}
${ignoredIssues(summary, report.project)}`
}
${limitsCard(report, summary)}${historyCard(reports, report)}
<div class="columns">${shareCard(frame, sharedSiteReport(report), sent)}${deleteCard(frame, report)}</div>`,
  })
}

function deleteCard(frame: Frame, report: SiteReport): Html {
  const { id } = report
  const deletion = confirmed(frame, {
    action: `/site-reports/${id}/delete`,
    name: 'Delete this report',
    consequence: isUnderWay(report)
      ? 'The crawl ends, and the report and its public page are deleted.'
      : 'The report and its public page are deleted.',
    button: 'Yes, delete it',
  })
  return html`<section class="card danger" aria-labelledby="delete-title"><h2 id="delete-title">Delete</h2>
${deletion}</section>`
}

const params = Type.Object({ id: Type.String() })

export async function loadOverview(
  { siteReports }: Clients,
  which: { account_id: string; id: string },
): Promise<SiteReportPage> {
  const { account_id } = which
  const report = await siteReports.getSiteReport({ ...which, is_brief: true })
  const { reports } = await siteReports.listSiteReports({ account_id, project: report.project, per_page: 50 })
  return { report, reports }
}

const showSiteReport: Route = (app, tools) => {
  app.get('/site-reports/:id', { schema: { params } }, async (request, reply) => {
    const which = { account_id: accountOf(request), id: request.params.id }
    const shown = await loadOverview(tools.clients, which)
    return sendPage(reply, siteOverview(frameOf(request, reply, tools), shown))
  })
}

/** Polled by the page while the crawl is under way; at its end htmx reloads the page. */
const showProgress: Route = (app, { clients }) => {
  app.get('/site-reports/:id/progress', { schema: { params } }, async (request, reply) => {
    const which = { account_id: accountOf(request), id: request.params.id }
    const report = await clients.siteReports.getSiteReport({ ...which, is_brief: true })
    if (!isUnderWay(report)) void reply.header('hx-refresh', 'true')
    return sendFragment(reply, siteProgress(report))
  })
}

export default signedInRoutes(showSiteReport, showProgress)
