import { type Html, html, textOf } from '@pagebell/html/template'
import type {
  SiteIssue__Output as SiteIssue,
  SitePage__Output as SitePage,
  SiteReport__Output as SiteReport,
} from '@pagebell/protos/report/v1/site_reports'
import { categoryTitle } from '@pagebell/scoring/order-results'
import { counted, exact, grouped } from '../../html/format.ts'
import type { Frame } from '../../html/frame.ts'
import { findingBadge } from '../../parts/badge.ts'
import { type Column, empty, table } from '../../parts/table.ts'
import { outsideLink } from '../../parts/url.ts'
import { documentName, type HtmlDocument, htmlDocument } from '../html-document.ts'
import { ignoredIssues } from './ignored-issues.ts'
import { causeInWords, issueInWords } from './issue-words.ts'
import type { PublicSiteReport } from './read-as-public.ts'
import { howToFix, otherChecks } from './site-issues.ts'
import { foldedIssues, pageColumns, pageFacts, titlesOf } from './site-page-table.ts'
import { limitsCard, noResult, siteResult, siteTitle } from './site-result.ts'
import { groupsOf, type IssueGroup, summaryOf } from './stored-site-report.ts'

/** Pages in a document, those with the lowest score. */
export const maxDocumentPages = 1_000
const maxCauses = 10
const pagesOfCause = 5
/** Characters of all issues, and of all pages: a site may have addresses of two thousand characters. */
const maxPartLength = 2_000_000

type SiteDocument = {
  report: PublicSiteReport
  /** The pages of the report, the lowest score first, up to `maxDocumentPages`. */
  pages: SitePage[]
  /** Whether the report has more. */
  hasMore: boolean
}

/** A site report as one file, which says what its public page says. */
export function siteDocument(frame: Frame, { report, ...listed }: SiteDocument, styles: string): HtmlDocument {
  const { url, ended_at } = report
  const summary = summaryOf(report)
  const result = html`${siteResult(frame, report, summary, { isDocument: true })}
${issuesOfDocument(report)}${otherChecksOf(report)}${ignoredIssues(summary)}
${limitsCard(report, summary)}${pagesOfDocument(report, listed)}`
  return htmlDocument({
    title: siteTitle(report),
    lead: html`${outsideLink(url)}${ended_at !== undefined && `, ended ${exact(ended_at)}`}`,
    body: html`<div class="sections">${noResult(report)}${report.status === 'done' && result}</div>
<footer class="hint">Rated by Pagebell from the HTTP answers and the HTML of the pages, without a browser.</footer>`,
    styles,
  })
}

export const siteDocumentName = ({ project, ended_at, created_at }: SiteReport): string =>
  documentName('site-report', project, ended_at ?? created_at)

function issuesOfDocument({ issues }: SiteReport): Html {
  const shown = fitting(issues, issueItem)
  const left = issues.length - shown.length
  const none = empty('good', 'No issue', 'No check warns or fails on any page.')
  return html`<section aria-labelledby="issues" class="stack-wide"><h2 id="issues">Issues, by impact</h2>
<div class="card flush findings">${issues.length === 0 ? none : shown.map(issueItem)}</div>
${left > 0 && html`<p class="hint">and ${counted(left, 'more issue')}, for which this file has no room</p>`}</section>`
}

function issueItem(issue: SiteIssue): Html {
  const { check, severity, title, category, groups_total } = issue
  const groups = groupsOf(issue)
  const left = groups_total - Math.min(maxCauses, groups.length)
  return html`<details class="finding" open><summary>${findingBadge(severity)}
<span class="finding-title">${issueInWords(issue)}</span></summary>
<div class="finding-body">${issue.kind === 'site' && html`<p>${title}</p>`}
<p class="hint"><code>${check}</code>, ${categoryTitle(category)}</p>
${howToFix(issue)}${groups.slice(0, maxCauses).map((group) => causeItem(group, groups.length > 1))}
${left > 0 && html`<p class="hint">and ${counted(left, 'more cause')}</p>`}</div></details>`
}

/** One of several without a cause has the pages of one outcome of a page check. */
function causeItem({ severity, cause, pages, first_pages }: IssueGroup, isOneOfSeveral: boolean): Html {
  const shown = first_pages.slice(0, pagesOfCause)
  const left = pages - shown.length
  const words = causeInWords(cause) ?? (isOneOfSeveral ? findingBadge(severity) : undefined)
  return html`${words !== undefined && html`<p>${words} <span class="hint">${counted(pages, 'page')}</span></p>`}
<ul>${shown.map((url) => html`<li>${outsideLink(url)}</li>`)}</ul>
${left > 0 && html`<p class="hint">and ${counted(left, 'more page')}</p>`}`
}

const otherChecksOf = (report: SiteReport): Html =>
  html`<div class="card flush findings">${otherChecks(summaryOf(report))}</div>`

function pagesOfDocument(report: SiteReport, { pages, hasMore }: Omit<SiteDocument, 'report'>): Html {
  const titleOf = titlesOf(report)
  const main: Column<SitePage> = {
    name: 'Page',
    kind: 'main',
    cell: (page) => html`${pageFacts(page)}${foldedIssues(page, titleOf)}`,
  }
  const shown = fitting(pages, (page) => html`${main.cell(page)}`)
  const isCut = hasMore || shown.length < pages.length
  const which = isCut
    ? `The ${grouped(shown.length)} with the lowest scores, of ${counted(report.requested, 'address', 'addresses')}. \
The export as CSV has all of them.`
    : `${counted(shown.length, 'address', 'addresses')}, the lowest score first.`
  const { score, answer, inlinks, clicks } = pageColumns
  return html`<section aria-labelledby="pages" class="stack-wide"><h2 id="pages">Pages</h2>
<p class="hint">${which}</p>
<div class="card flush report-list">${table('Pages', [main, score, answer, inlinks, clicks], shown)}</div></section>`
}

/** As many, in their order, as have no more than `maxPartLength` characters together. */
function fitting<Row>(rows: readonly Row[], write: (row: Row) => Html): Row[] {
  let length = 0
  const end = rows.findIndex((row) => {
    length += textOf(write(row)).length
    return length > maxPartLength
  })
  return end === -1 ? [...rows] : rows.slice(0, end)
}
