import { fault } from '@pagebell/faults/fault'
import { type Html, html, type Part } from '@pagebell/html/template'
import type {
  SiteIssue__Output as SiteIssue,
  SitePageList__Output as SitePageList,
  SiteReport__Output as SiteReport,
} from '@pagebell/protos/report/v1/site_reports'
import { type Static, Type } from '@pagebell/schema/type'
import { categoryTitle } from '@pagebell/scoring/order-results'
import { counted, exactTime, grouped } from '../../html/format.ts'
import { type Frame, frameOf, sendPage } from '../../html/frame.ts'
import { findingBadge } from '../../parts/badge.ts'
import { cursorPager } from '../../parts/pager.ts'
import { tabs } from '../../parts/tab-list.ts'
import { empty } from '../../parts/table.ts'
import { outsideLink } from '../../parts/url.ts'
import { type Route, signedInRoutes } from '../../route.ts'
import { accountOf } from '../../session/request-session.ts'
import { causeInWords, changeInWords, issueInWords } from './issue-words.ts'
import { howToFix } from './site-issues.ts'
import { sitePageTable } from './site-page-table.ts'
import { checkId, sitePageFilters } from './site-pages.page.ts'
import { ignorePath, issuePath, ownPath } from './site-paths.ts'
import { siteReportPage } from './site-report-tabs.ts'
import { groupsOf, type IssueGroup } from './stored-site-report.ts'

const querystring = Type.Object({ not_in: Type.Optional(Type.String({ format: 'uuid' })), ...sitePageFilters })
type Filters = Static<typeof querystring>

export type IssueShown = {
  report: SiteReport
  issue: SiteIssue
  filters: Filters
  found: SitePageList
  /** The report without whose pages the list is. */
  other: SiteReport | undefined
}

/** One issue: what to do, by which causes, and the pages that have it, a part at a time. */
export function siteIssuePage(frame: Frame, shown: IssueShown): Html {
  const { report, issue } = shown
  const reportPath = ownPath(report)
  return siteReportPage(frame, {
    report,
    tab: undefined,
    title: issueInWords(issue),
    actions: html`<a class="button" href="${reportPath}#issue-${issue.check}">Back to the report</a>`,
    body: siteIssueParts(frame, shown, reportPath),
  })
}

/** The parts of the page of an issue, of the report at `reportPath`. */
export function siteIssueParts(
  frame: Frame,
  { report, issue, filters, found, other }: IssueShown,
  reportPath: string,
): Html {
  const { path } = frame
  const { sort, cursor } = filters
  const { pages, next_cursor } = found
  const none = empty('good', 'No page', 'Both reports have the issue on the same pages.')
  const rows = sitePageTable({ caption: issue.title, report, pages, reportPath, path, sort }, issue.check)
  const isOwn = reportPath === ownPath(report)
  return html`${issueCard(issue, isOwn ? report.project : undefined)}${causesCard(issue)}
<section aria-labelledby="pages"><h2 id="pages">Pages</h2>${pageSets(reportPath, report, issue, other)}
<div id="list" tabindex="-1"><p class="hint list-count" role="status" tabindex="-1">
${counted(pages.length, 'page')} shown${
    other !== undefined &&
    html` that did not have it on
${exactTime(other.created_at)}`
  }</p>
<div class="card flush report-list">${pages.length === 0 ? none : rows}</div>
${cursorPager(frame, cursor, next_cursor, { next: 'More', first: 'To the start' })}</div></section>`
}

/** With the project of an owner, who may ignore the issue. */
function issueCard(issue: SiteIssue, project: string | undefined): Html {
  const { severity, title, check, category, change } = issue
  const changed =
    change != null && html`<dt>Since the last run</dt><dd>${changeInWords(change)}${notRequested(change)}</dd>`
  return html`<section class="card" aria-label="Issue">
<p class="row">${findingBadge(severity)} <strong>${title}</strong></p>
<dl class="facts"><dt>Check</dt><dd><code>${check}</code>, ${categoryTitle(category)}</dd>${changed}</dl>
${howToFix(issue)}
${project !== undefined && ignoreLink(project, check)}</section>`
}

const ignoreLink = (project: string, check: string): Html =>
  html`<p class="no-print"><a href="${ignorePath(project, check)}">Ignore for this site</a>
<span class="hint">with a reason, until a date or permanently; for one page, below</span></p>`

const notRequested = ({ not_requested: count }: NonNullable<SiteIssue['change']>): Part =>
  count > 0 && html`<span class="two">${grouped(count)} of those that are gone were not requested this time.</span>`

/** Causes that are shown with their first pages; the others are folded. */
const openCauses = 10
const pagesOfCause = 5

function causesCard(issue: SiteIssue): Part {
  const groups = groupsOf(issue).filter(({ cause }) => Object.keys(cause).length > 0)
  if (groups.length === 0) return undefined
  const [first, others] = [groups.slice(0, openCauses), groups.slice(openCauses)]
  const left = issue.groups_total - groups.length
  const rest =
    others.length > 0 &&
    html`<details class="finding rest"><summary>${counted(others.length, 'further cause')}</summary>
${others.map(causeLine)}</details>`
  return html`<section aria-labelledby="causes" class="stack-wide"><div class="between"><h2 id="causes">By cause</h2>
<p class="hint">${counted(issue.groups_total, 'cause')}</p></div>
<div class="card flush findings">${first.map(causeItem)}${rest}</div>
${left > 0 && html`<p class="hint">and ${counted(left, 'more cause')}, each beside its pages below</p>`}</section>`
}

const causeLine = (group: IssueGroup): Html => html`<div class="finding">${causeHead(group)}</div>`

const causeHead = ({ severity, cause, pages }: IssueGroup): Html =>
  html`<div class="still">${findingBadge(severity)}
<span class="finding-title">${causeInWords(cause)}</span><span class="hint">${counted(pages, 'page')}</span></div>`

function causeItem(group: IssueGroup): Html {
  const { pages, first_pages } = group
  const left = pages - Math.min(pagesOfCause, first_pages.length)
  return html`<div class="finding">${causeHead(group)}
<div class="finding-body">
<ul>${first_pages.slice(0, pagesOfCause).map((url) => html`<li>${outsideLink(url)}</li>`)}</ul>
${left > 0 && html`<p class="hint">and ${counted(left, 'more page')}</p>`}</div></div>`
}

/** All pages, those that are new, and those of the report before that are gone. */
function pageSets(
  reportPath: string,
  { id, compared_with: before }: SiteReport,
  { check, pages, change }: SiteIssue,
  other?: SiteReport,
): Part {
  const all = {
    to: issuePath(reportPath, check),
    name: 'All',
    count: html` <span class="count">${grouped(pages)}</span>`,
  }
  const items = [{ ...all, current: other === undefined ? ('true' as const) : undefined }]
  if (before !== undefined && change != null) {
    const { added, gone } = change
    const count = (number: number): Html => html` <span class="count">${grouped(number)}</span>`
    const isNew = other?.id === before ? ('true' as const) : undefined
    items.push({
      to: issuePath(reportPath, check, before),
      name: 'New since the last run',
      count: count(added),
      current: isNew,
    })
    if (gone > 0)
      items.push({
        to: issuePath(ownPath({ id: before }), check, id),
        name: 'Gone',
        count: count(gone),
        current: undefined,
      })
  }
  return tabs('Which pages', items)
}

const params = Type.Object({ id: Type.String(), check: checkId })

const showSiteIssue: Route = (app, tools) => {
  const { siteReports } = tools.clients
  app.get('/site-reports/:id/issues/:check', { schema: { params, querystring } }, async (request, reply) => {
    const account_id = accountOf(request)
    const { id, check } = request.params
    const { not_in } = request.query
    const [report, found, other] = await Promise.all([
      siteReports.getSiteReport({ account_id, id, check }),
      siteReports.listSitePages({ ...request.query, account_id, id, issue: check }),
      not_in === undefined ? undefined : siteReports.getSiteReport({ account_id, id: not_in, check, is_brief: true }),
    ])
    const [issue] = report.issues
    if (issue === undefined) throw fault('not_found', 'The report does not have this issue.')
    const shown = { report, issue, filters: request.query, found, other }
    return sendPage(reply, siteIssuePage(frameOf(request, reply, tools), shown))
  })
}

export default signedInRoutes(showSiteIssue)
