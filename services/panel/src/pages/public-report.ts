import type { Report__Output as Report } from '@pagebell/protos/report/v1/Report'
import type { Frame } from '../frame.ts'
import { type Html, html, type Part } from '../html.ts'
import { type FormErrors, field, formProblem, postForm } from '../parts/form.ts'
import { bell, plainPage } from '../parts/layout.ts'
import { progressStages } from '../parts/progress.ts'
import { reportResult } from '../parts/score-card.ts'
import { readableHost } from '../readable-url.ts'
import { isMoving } from './report.ts'

/** A report as everybody sees it who may. Only a public one has a preview; none is offered to search engines. */
export function publicReportPage(frame: Frame, report: Report, { isOwner }: { isOwner: boolean }): Html {
  const host = readableHost(URL.parse(report.url)?.host ?? report.url)
  const title = report.score === undefined ? `Report on ${host}` : `${host} scores ${report.score} of 100`
  return plainPage(frame, {
    title,
    wide: true,
    head: html`<meta name="robots" content="noindex">${report.privacy === 0 && preview(frame, report, title)}
${isMoving(report) && html`<noscript><meta http-equiv="refresh" content="3"></noscript>`}`,
    body: html`<div class="between no-print"><a class="brand" href="/">${bell}<span>Pagebell</span></a>${isOwner && html`<a class="button" href="/reports/${report.id}">Manage this report</a>`}</div>
<h1>${title}</h1>
${isMoving(report) && html`<section class="card" aria-labelledby="progress"><h2 id="progress">The analysis is on its way</h2><div role="status" hx-get="/r/${report.id}" hx-trigger="every 2s" hx-select="#content" hx-target="#content" hx-swap="outerHTML">${progressStages(report)}</div></section>`}
${report.status === 'failed' && html`<p class="problem">The page could not be analyzed: ${report.error?.message ?? 'for no known reason.'}</p>`}
${reportResult(frame, report)}
<footer class="hint">Rated by Pagebell from the page’s HTTP answer and HTML, without a browser.</footer>`,
  })
}

function preview({ publicOrigin }: Frame, report: Report, title: string): Part {
  const description =
    report.result === undefined
      ? 'A report on how this page does in search.'
      : `Rated ${report.result}: what was checked, what was found, and how to fix it.`
  return html`<meta name="description" content="${description}">
<meta property="og:type" content="article"><meta property="og:site_name" content="Pagebell"><meta property="og:title" content="${title}">
<meta property="og:description" content="${description}"><meta property="og:url" content="${publicOrigin}/r/${report.id}"><meta name="twitter:card" content="summary">`
}

/** The form in front of a report behind a password; it says nothing of the report itself. */
export function lockedReportPage(frame: Frame, id: string, errors?: FormErrors): Html {
  return plainPage(frame, {
    title: 'This report needs a password',
    head: html`<meta name="robots" content="noindex">`,
    body: html`<a class="brand" href="/">${bell}<span>Pagebell</span></a><div class="card"><h1>This report needs a password</h1>
<p class="hint">Ask the person who shared the link with you.</p>${postForm(
      frame,
      `/r/${id}/unlock`,
      html`${formProblem(errors)}${field({ name: 'password', label: 'Password', type: 'password', errors, attributes: html`required maxlength="128" autocomplete="off"${errors === undefined && html` autofocus`}` })}<button class="main">Show the report</button>`,
    )}</div>`,
  })
}
