import { type Html, html, type Part } from '@pagebell/html/template'
import type { SiteReport__Output as SiteReport } from '@pagebell/protos/report/v1/site_reports'
import { Type } from '@pagebell/schema/type'
import { exactTime } from '../../html/format.ts'
import { type Frame, frameOf, sendPage } from '../../html/frame.ts'
import { brand, plainPage } from '../../parts/layout.ts'
import { shownUrl } from '../../parts/url.ts'
import { publicRoutes, type Route } from '../../route.ts'
import { unlockRoute } from '../password-gate.ts'
import { ignoredIssues } from './ignored-issues.ts'
import { openPublicSite, sendLocked } from './open-public-site.ts'
import { issueList } from './site-issues.ts'
import { ownPath, publicPath } from './site-paths.ts'
import { siteProgress } from './site-progress.ts'
import { partTabs, type SiteReportTab } from './site-report-tabs.ts'
import { limitsCard, noResult, siteResult, siteTitle } from './site-result.ts'
import { isUnderWay, summaryOf } from './stored-site-report.ts'

type PublicPart = {
  report: SiteReport
  isOwner: boolean
  /** Undefined on the page of one thing in the report. */
  tab: SiteReportTab | undefined
  title?: string
  head?: Part
  body: Part
}

/** One page of a site report for everybody who may see it, without anything of other reports. */
export function publicSitePart(frame: Frame, { report, isOwner, tab, title, head, body }: PublicPart): Html {
  const { url, status, ended_at } = report
  const heading = title ?? siteTitle(report)
  const tabs = status === 'done' && partTabs(publicPath(report), tab, ['Issues', 'Pages'])
  return plainPage(frame, {
    title: heading,
    wide: true,
    head,
    body: html`<div class="between no-print">${brand}
${isOwner && html`<a class="button" href="${ownPath(report)}">Manage this report</a>`}</div>
<h1>${heading}</h1><p class="lead">${shownUrl(url)}</p>
${ended_at !== undefined && html`<p class="print-only">Ended ${exactTime(ended_at)}</p>`}
${tabs}<div class="sections">${body}</div>
<footer class="hint">Rated by Pagebell from the HTTP answers and the HTML of the pages, without a browser.</footer>`,
  })
}

const noindex = html`<meta name="robots" content="noindex">`

/** The score of a site and its issues. Only a public report has a preview; few are for search engines. */
export function publicSitePage(frame: Frame, report: SiteReport, { isOwner }: { isOwner: boolean }): Html {
  const summary = summaryOf(report)
  const isDone = report.status === 'done'
  return publicSitePart(frame, {
    report,
    isOwner,
    tab: 'Issues',
    head: html`${!mayBeListed(report) && noindex}${report.privacy === 0 && preview(frame, report)}
${isUnderWay(report) && html`<noscript><meta http-equiv="refresh" content="5"></noscript>`}`,
    body: html`${isUnderWay(report) && progress(report)}${noResult(report)}
${
  isDone &&
  html`${siteResult(frame, report, summary)}${issueList(report, summary, publicPath(report))}
${ignoredIssues(summary)}`
}
${limitsCard(report, summary)}`,
  })
}

/** Whether search engines may list the page of a report: its owner allows it, and everybody sees it. */
const mayBeListed = ({ privacy, listed }: SiteReport): boolean => privacy === 0 && listed === true

/** Reloads the content of the page until there is a result. */
const progress = (report: SiteReport): Html =>
  html`<section class="card" aria-labelledby="progress"><h2 id="progress">Crawl in progress</h2>
<div class="stack-wide" data-hx-get="${publicPath(report)}" data-hx-trigger="every 5s" data-hx-select="#content"
 data-hx-target="#content" data-hx-swap="outerHTML">${siteProgress(report)}</div></section>`

function preview({ publicOrigin }: Frame, report: SiteReport): Part {
  const { result } = report
  const description =
    result === undefined
      ? 'A report on how this site does in search.'
      : `Rated ${result}: what is wrong with the most pages, and how to fix it.`
  return html`<meta name="description" content="${description}">
<meta property="og:type" content="article"><meta property="og:site_name" content="Pagebell">
<meta property="og:title" content="${siteTitle(report)}"><meta property="og:description" content="${description}">
<meta property="og:url" content="${publicOrigin}${publicPath(report)}"><meta name="twitter:card" content="summary">`
}

const params = Type.Object({ id: Type.String() })

const showPublicSite: Route = (app, tools) => {
  app.get('/s/:id', { schema: { params } }, async (request, reply) => {
    const { id } = request.params
    void reply.header('x-robots-tag', 'noindex')
    const opened = await openPublicSite(request, tools, { id })
    if (opened === undefined) return sendLocked(request, reply, tools, id)
    const { report, isOwner } = opened
    if (mayBeListed(report)) void reply.removeHeader('x-robots-tag')
    return sendPage(reply, publicSitePage(frameOf(request, reply, tools), report, { isOwner }))
  })
}

const unlockSite = unlockRoute('/s', ({ publicSiteReports }, guess, options) =>
  publicSiteReports.unlockSiteReport(guess, options),
)

export default publicRoutes(showPublicSite, unlockSite)
