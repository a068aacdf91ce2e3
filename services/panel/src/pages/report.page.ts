import type { Report__Output as Report, Run__Output as Run } from '@pagebell/protos/report/v1/report'
import type { FormErrors } from '../forms/form-result.ts'
import { counted, exactTime } from '../html/format.ts'
import { type Frame, frameOf, sendFragment, sendPage } from '../html/frame.ts'
import { type Html, html, type Part } from '../html/html.ts'
import { privacyBadge, ratingBadge, runBadge } from '../parts/badge.ts'
import { sparkline } from '../parts/charts.ts'
import { confirmed } from '../parts/confirmation.ts'
import { choice, field, formProblem, postForm } from '../parts/form.ts'
import { page } from '../parts/layout.ts'
import { noticeAt } from '../parts/notice.ts'
import { isInProgress, progressStages } from '../parts/progress.ts'
import { reportResult } from '../parts/score-card.ts'
import { table } from '../parts/table.ts'
import { readableHost, shownUrl } from '../parts/url.ts'
import { type Route, signedInRoutes } from '../route.ts'
import { accountOf } from '../session/request-session.ts'
import { privacies } from './new-report-form.ts'

/** A refused form for the visibility. */
type SentVisibility = { privacy: string; errors: FormErrors }

type ReportPage = { report: Report; runs: Run[]; sent?: SentVisibility }

export function reportPage(frame: Frame, { report, runs, sent }: ReportPage): Html {
  const { id, url, status } = report
  const inProgress = isInProgress(report)
  const runAgain = postForm(frame, `/reports/${id}/again`, html`<button class="main">Run again</button>`, '')
  return page(frame, {
    title: `Report on ${readableHost(URL.parse(url)?.host ?? url)}`,
    lead: shownUrl(url),
    // Without scripts the page reloads itself.
    head: inProgress && html`<noscript><meta http-equiv="refresh" content="3"></noscript>`,
    actions: html`${!inProgress && runAgain}
<a class="button" href="/r/${id}">Share</a>`,
    body: html`<div class="sections">
${inProgress && progressCard(report)}
${status === 'failed' && failure(report)}
${reportResult(frame, report)}
${historyCard(report, runs)}
<div class="columns">${privacyCard(frame, report, sent)}${deleteCard(frame, report)}</div></div>`,
  })
}

/** Polls the stages, and reloads the page when there is a result. */
const progressCard = (report: Report): Html =>
  html`<section class="card" aria-labelledby="progress"><h2 id="progress">Analysis in progress</h2>
<div role="status" hx-get="/reports/${report.id}/progress" hx-trigger="every 500ms" hx-swap="innerHTML">
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

function historyCard(report: Report, runs: Run[]): Part {
  if (runs.length < 2) return undefined
  const scores = runs.flatMap(({ score }) => score ?? []).reverse()
  const runTable = table<Run>(
    'Runs of this report',
    [
      { name: 'Requested', kind: 'main', cell: ({ requested_at }) => exactTime(requested_at) },
      {
        name: 'Result',
        cell: ({ status, result, score }) => (status === 'done' ? ratingBadge(result, score) : runBadge(status)),
      },
      { name: 'Changed', cell: (run) => (run === runs.at(-1) ? 'First run' : changesOf(run)) },
      { name: 'Actions', kind: 'end', cell: (run) => compareLink(report, run, runs) },
    ],
    runs.slice(0, 20),
  )
  return html`<section class="card" aria-labelledby="history"><div class="between"><h2 id="history">History</h2>
<p class="hint">${counted(runs.length, 'run')}</p></div>
${scores.length > 1 && sparkline(scores)}
${runTable}</section>`
}

function changesOf(run: Run): Part {
  if (run.error != null) return run.error.message
  const changes =
    run.changes_json === undefined || run.changes_json.length === 0 ? {} : JSON.parse(run.changes_json.toString())
  const count = Object.keys(changes).length
  return count === 0 ? 'No changes' : counted(count, 'check')
}

function compareLink(report: Report, run: Run, runs: Run[]): Part {
  const before = runs.slice(runs.indexOf(run) + 1).find(({ status }) => status === 'done')
  if (run.status !== 'done' || before === undefined) return undefined
  const path = `/reports/${report.id}/compare?run=${run.run_id}&with=${before.run_id}`
  return html`<a class="button small" href="${path}">Compare<span class="unseen"> with the previous run</span></a>`
}

function privacyCard(frame: Frame, { id, privacy }: Report, sent: SentVisibility | undefined): Html {
  const errors = sent?.errors
  const password = field({
    name: 'password',
    label: 'New password',
    type: 'password',
    errors,
    hint: '6 to 128 characters. The old password stops working.',
    attributes: html`autocomplete="new-password" maxlength="128"`,
  })
  const chosen = sent?.privacy ?? String(privacy)
  const form = html`${formProblem(errors)}${choice('privacy', 'Visibility', chosen, privacies)}
<div class="wide only-with-password">${password}</div><button>Save</button>`
  return html`<section class="card" aria-labelledby="privacy-title"><div class="between">
<h2 id="privacy-title">Visibility</h2>${privacyBadge(privacy)}</div>
${noticeAt(frame, 'privacy')}${postForm(frame, `/reports/${id}/privacy`, form)}</section>`
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

const showReport: Route = (app, tools) => {
  const { reports } = tools.clients
  app.get<{ Params: { id: string } }>('/reports/:id', async (request, reply) => {
    const which = { account_id: accountOf(request), id: request.params.id }
    const [report, { runs }] = await Promise.all([reports.getReport(which), reports.listRuns(which)])
    return sendPage(reply, reportPage(frameOf(request, reply, tools), { report, runs }))
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
