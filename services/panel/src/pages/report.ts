import type { Report__Output as Report } from '@pagebell/protos/report/v1/Report'
import type { Run__Output as Run } from '@pagebell/protos/report/v1/Run'
import type { Frame } from '../frame.ts'
import { type Html, html, type Part } from '../html.ts'
import { privacyBadge, ratingBadge, runBadge } from '../parts/badge.ts'
import { confirmed } from '../parts/confirmed.ts'
import { choice, type FormErrors, field, formProblem, postForm } from '../parts/form.ts'
import { page } from '../parts/layout.ts'
import { noticeAt } from '../parts/notice.ts'
import { counted } from '../parts/number.ts'
import { progressStages } from '../parts/progress.ts'
import { reportResult } from '../parts/score-card.ts'
import { sparkline } from '../parts/sparkline.ts'
import { table } from '../parts/table.ts'
import { exactTime } from '../parts/time.ts'
import { shownUrl } from '../parts/url.ts'
import { readableHost } from '../readable-url.ts'
import { privacies } from './new-report.ts'

/** A refused form for the visibility, as it was sent. */
type RefusedVisibility = { privacy: string; errors: FormErrors }

type Shown = { report: Report; runs: Run[]; refused?: RefusedVisibility }

export const isMoving = ({ status }: Pick<Report, 'status'>): boolean => status === 'queued' || status === 'running'

export function reportPage(frame: Frame, { report, runs, refused }: Shown): Html {
  const path = `/reports/${report.id}`
  const moving = isMoving(report)
  return page(frame, {
    title: `Report on ${readableHost(hostOf(report.url))}`,
    lead: shownUrl(report.url),
    // Without scripts the page looks again by itself.
    head: moving && html`<noscript><meta http-equiv="refresh" content="3"></noscript>`,
    actions: html`${!moving && postForm(frame, `${path}/again`, html`<button class="main">Run again</button>`, '')}
<a class="button" href="/r/${report.id}">Public page</a>`,
    body: html`<div class="sections">
${moving && progressCard(report)}
${report.status === 'failed' && failure(report)}
${reportResult(frame, report)}
${historyCard(report, runs)}
<div class="columns">${privacyCard(frame, report, refused)}${deleteCard(frame, report)}</div></div>`,
  })
}

/** The element that asks again and again; what it asks for is the stages, or the whole page once there is a result. */
export const progressCard = (report: Report): Html =>
  html`<section class="card" aria-labelledby="progress"><h2 id="progress">The analysis is on its way</h2>
<div role="status" hx-get="/reports/${report.id}/progress" hx-trigger="every 500ms" hx-swap="innerHTML">${progressStages(report)}</div></section>`

/** What a site that answers by plain HTTP alone ends in when its page was asked for by HTTPS. */
const withoutHttps = new Set(['refused', 'tls', 'timeout'])

const failure = ({ error, result, url }: Report): Html =>
  html`<p class="problem" role="status">The newest run failed: ${error?.message ?? 'for no known reason.'}${error != null && html` <code>${error.code}</code>`}${url.startsWith('https:') && withoutHttps.has(error?.code ?? '') && ' A site without HTTPS is rated at its http:// address.'}${result !== undefined && ' The result below is of the run before.'}</p>`

function historyCard(report: Report, runs: Run[]): Part {
  if (runs.length < 2) return undefined
  const scores = runs.flatMap(({ score }) => score ?? []).reverse()
  return html`<section class="card" aria-labelledby="history"><div class="between"><h2 id="history">History</h2><p class="hint">${counted(runs.length, 'run')}</p></div>
${scores.length > 1 && sparkline(scores)}
${table(
  'Runs of this report',
  [
    { name: 'Requested', kind: 'main', cell: (run: Run) => exactTime(run.requested_at) },
    {
      name: 'Result',
      cell: (run: Run) => (run.status === 'done' ? ratingBadge(run.result, run.score) : runBadge(run.status)),
    },
    { name: 'Changed', cell: (run: Run) => (run === runs.at(-1) ? 'First run' : changesOf(run)) },
    { name: 'Actions', kind: 'end', cell: (run: Run) => compareLink(report, run, runs) },
  ],
  runs.slice(0, 20),
)}</section>`
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
  return html`<a class="button small" href="/reports/${report.id}/compare?run=${run.run_id}&amp;with=${before.run_id}">Compare<span class="unseen"> with the run before</span></a>`
}

const privacyCard = (frame: Frame, report: Report, refused: RefusedVisibility | undefined): Html =>
  html`<section class="card" aria-labelledby="privacy-title"><div class="between"><h2 id="privacy-title">Visibility</h2>${privacyBadge(report.privacy)}</div>
${noticeAt(frame, 'privacy')}${postForm(
  frame,
  `/reports/${report.id}/privacy`,
  html`${formProblem(refused?.errors)}${choice('privacy', 'Visibility', refused?.privacy ?? String(report.privacy), privacies)}
<div class="wide only-with-password">${field({ name: 'password', label: 'New password', type: 'password', errors: refused?.errors, hint: '6 to 128 characters. The old password stops working.', attributes: html`autocomplete="new-password" maxlength="128"` })}</div>
<button>Save</button>`,
)}</section>`

const deleteCard = (frame: Frame, report: Report): Html =>
  html`<section class="card danger" aria-labelledby="delete-title"><h2 id="delete-title">Delete</h2>
${confirmed(frame, { action: `/reports/${report.id}/delete`, name: 'Delete this report', consequence: 'The report, its history and its public page are deleted.', button: 'Yes, delete it' })}</section>`

const hostOf = (url: string): string => URL.parse(url)?.host ?? url
