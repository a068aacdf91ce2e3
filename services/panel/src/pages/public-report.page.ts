import { type Html, html, type Part } from '@pagebell/html/template'
import type { Report__Output as Report } from '@pagebell/protos/report/v1/report'
import { Type } from '@pagebell/schema/type'
import { undefinedIfNotFound } from '../clients/fallbacks.ts'
import { type Frame, frameOf, sendPage } from '../html/frame.ts'
import { brand, plainPage } from '../parts/layout.ts'
import { isInProgress, progressStages } from '../parts/progress.ts'
import { analyzedAt, categoryQuery, reportResult } from '../parts/score-card.ts'
import { readableHost, shownUrl } from '../parts/url.ts'
import { publicRoutes, type Route } from '../route.ts'
import { sessionOf } from '../session/request-session.ts'
import { lockedReportPage, undefinedIfLocked, unlockOf, unlockRoute } from './password-gate.ts'

type Shown = { isOwner: boolean; category: string | undefined }

/** A report for everybody who may see it. Only a public one has a preview; few are for search engines. */
export function publicReportPage(frame: Frame, report: Report, { isOwner, category }: Shown): Html {
  const { id, url, score, privacy, status, error } = report
  const host = readableHost(URL.parse(url)?.host ?? url)
  const title = score === undefined ? `Report on ${host}` : `${host} scores ${score} of 100`
  const inProgress = isInProgress(report)
  const failure = `The page could not be analyzed: ${error?.message ?? 'for no known reason.'}`
  return plainPage(frame, {
    title,
    wide: true,
    head: html`${!mayBeListed(report) && html`<meta name="robots" content="noindex">`}
${privacy === 0 && preview(frame, report, title)}
${inProgress && html`<noscript><meta http-equiv="refresh" content="3"></noscript>`}`,
    body: html`<div class="between no-print">${brand}
${isOwner && html`<a class="button" href="/reports/${id}">Manage this report</a>`}</div>
<h1>${title}</h1>
<p class="print-only">${shownUrl(url)}</p>${analyzedAt(report)}
${inProgress && progressCard(report)}
${status === 'failed' && html`<p class="problem">${failure}</p>`}
${reportResult(frame, report, { category })}
<footer class="hint">Rated by Pagebell from the page’s HTTP answer and HTML, without a browser.</footer>`,
  })
}

/** Whether search engines may list the page of a report: its owner allows it, and everybody sees it. */
const mayBeListed = ({ privacy, listed }: Report): boolean => privacy === 0 && listed

/** Reloads the content of the page until there is a result. */
const progressCard = (report: Report): Html =>
  html`<section class="card" aria-labelledby="progress"><h2 id="progress">Analysis in progress</h2>
<div role="status" data-hx-get="/r/${report.id}" data-hx-trigger="every 2s" data-hx-select="#content"
 data-hx-target="#content" data-hx-swap="outerHTML">${progressStages(report)}</div></section>`

function preview({ publicOrigin }: Frame, { id, result }: Report, title: string): Part {
  const description =
    result === undefined
      ? 'A report on how this page does in search.'
      : `Rated ${result}: what was checked, what was found, and how to fix it.`
  return html`<meta name="description" content="${description}">
<meta property="og:type" content="article"><meta property="og:site_name" content="Pagebell">
<meta property="og:title" content="${title}"><meta property="og:description" content="${description}">
<meta property="og:url" content="${publicOrigin}/r/${id}"><meta name="twitter:card" content="summary">`
}

/** To everybody but its owner a private report does not exist. */
const showPublicReport: Route = (app, tools) => {
  const { clients } = tools
  const schema = { params: Type.Object({ id: Type.String() }), querystring: categoryQuery }
  app.get('/r/:id', { schema }, async (request, reply) => {
    const { id } = request.params
    const { category } = request.query
    const frame = frameOf(request, reply, tools)
    void reply.header('x-robots-tag', 'noindex')
    const send = (report: Report, isOwner: boolean) => {
      if (mayBeListed(report)) void reply.removeHeader('x-robots-tag')
      return sendPage(reply, publicReportPage(frame, report, { isOwner, category }))
    }
    const account_id = sessionOf(request)?.accountId
    const owned =
      account_id === undefined ? undefined : await undefinedIfNotFound(clients.reports.getReport({ account_id, id }))
    if (owned !== undefined) return send(owned, true)

    const asked = { id, ...unlockOf(tools, { request, id }) }
    const report = await undefinedIfLocked(clients.publicReports.getPublicReport(asked))
    return report === undefined ? sendPage(reply, lockedReportPage(frame, `/r/${id}`)) : send(report, false)
  })
}

const unlockReport = unlockRoute('/r', ({ publicReports }, guess, options) =>
  publicReports.unlockReport(guess, options),
)

export default publicRoutes(showPublicReport, unlockReport)
