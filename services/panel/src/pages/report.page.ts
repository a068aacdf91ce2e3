import { type Html, html } from '@pagebell/html/template'
import type { Report__Output as Report, Run__Output as Run } from '@pagebell/protos/report/v1/report'
import { Type } from '@pagebell/schema/type'
import { type Frame, frameOf, sendFragment, sendPage } from '../html/frame.ts'
import { confirmed } from '../parts/confirmation.ts'
import { postForm } from '../parts/form.ts'
import { page } from '../parts/layout.ts'
import { isInProgress, progressStages } from '../parts/progress.ts'
import { analyzedAt, categoryQuery, reportResult } from '../parts/score-card.ts'
import { readableHost, shownUrl } from '../parts/url.ts'
import { type Route, signedInRoutes } from '../route.ts'
import { accountOf } from '../session/request-session.ts'
import { historyCard } from './report-history.ts'
import { type SentVisibility, type SharedReport, shareCard } from './share-card.ts'

type ReportPage = { report: Report; runs: Run[]; category?: string | undefined; sent?: SentVisibility }

export function reportPage(frame: Frame, { report, runs, category, sent }: ReportPage): Html {
  const { id, url, status, result } = report
  const inProgress = isInProgress(report)
  const runAgain = postForm(frame, `/reports/${id}/again`, html`<button class="main">Run again</button>`, '')
  return page(frame, {
    title: `Report on ${readableHost(URL.parse(url)?.host ?? url)}`,
    lead: shownUrl(url),
    // Without scripts the page reloads itself.
    head: inProgress && html`<noscript><meta http-equiv="refresh" content="3"></noscript>`,
    actions: html`${!inProgress && runAgain}
<a class="button" href="#share">Share</a>${result !== undefined && downloads(id)}`,
    body: html`${analyzedAt(report)}<div class="sections">
${inProgress && progressCard(report)}
${status === 'failed' && failure(report)}
${reportResult(frame, report, { category, ignorePath: ignorePathOf(report) })}
${historyCard(report, runs)}
<div class="columns">${shareCard(frame, sharedReport(report), sent)}${deleteCard(frame, report)}</div></div>`,
  })
}

const sharedReport = ({ id, privacy, listed }: Report): SharedReport => {
  return { privacy, listed, ownPath: `/reports/${id}`, publicPath: `/r/${id}` }
}

/** The form that leaves a check out of the score, filled for this page. */
const ignorePathOf =
  ({ project, url }: Report) =>
  (check: string): string =>
    `/projects/${project}/settings?${new URLSearchParams({ ignore: check, page: url }).toString()}#ignored`

/** The report to keep or to hand on: on paper, or as a file that needs no Pagebell. */
const downloads = (id: string): Html =>
  html`<button type="button" data-print>Print</button>
<a class="button" href="/reports/${id}/report.html" download>Download</a>`

/** Polls the stages, and reloads the page when there is a result. */
const progressCard = (report: Report): Html =>
  html`<section class="card" aria-labelledby="progress"><h2 id="progress">Analysis in progress</h2>
<div role="status" data-hx-get="/reports/${report.id}/progress" data-hx-trigger="every 500ms" data-hx-swap="innerHTML">
${progressStages(report)}</div></section>`

/** The error codes of an HTTPS request to a site that serves only plain HTTP. */
const withoutHttps = new Set(['refused', 'tls', 'timeout'])

function failure({ error, result, url }: Report): Html {
  const code = error != null && html` <code>${error.code}</code>`
  const isMaybeHttp = url.startsWith('https:') && withoutHttps.has(error?.code ?? '')
  const hint = isMaybeHttp && ' A site without HTTPS is rated at its http:// address.'
  const older = result !== undefined && ' The result below is from the previous run.'
  return html`<p class="problem" role="status">The newest run failed:
${error?.message ?? 'for no known reason.'}${code}${hint}${older}</p>`
}

function deleteCard(frame: Frame, { id }: Report): Html {
  const deletion = confirmed(frame, {
    action: `/reports/${id}/delete`,
    name: 'Delete this report',
    consequence: 'The report, its history and its public page are deleted.',
    button: 'Yes, delete it',
  })
  return html`<section class="card danger" aria-labelledby="delete-title"><h2 id="delete-title">Delete</h2>
${deletion}</section>`
}

const params = Type.Object({ id: Type.String() })

const showReport: Route = (app, tools) => {
  const { reports } = tools.clients
  app.get('/reports/:id', { schema: { params, querystring: categoryQuery } }, async (request, reply) => {
    const which = { account_id: accountOf(request), id: request.params.id }
    const [report, { runs }] = await Promise.all([reports.getReport(which), reports.listRuns(which)])
    const { category } = request.query
    return sendPage(reply, reportPage(frameOf(request, reply, tools), { report, runs, category }))
  })
}

/** Polled by the page while a run is in progress; at its end htmx reloads the page. */
const showProgress: Route = (app, { clients }) => {
  app.get<{ Params: { id: string } }>('/reports/:id/progress', async (request, reply) => {
    const report = await clients.reports.getReport({ account_id: accountOf(request), id: request.params.id })
    if (!isInProgress(report)) void reply.header('hx-refresh', 'true')
    return sendFragment(reply, progressStages(report))
  })
}

export default signedInRoutes(showReport, showProgress)
