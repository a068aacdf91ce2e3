import { type Html, html, type Part } from '@pagebell/html/template'
import type {
  SiteIssue__Output as SiteIssue,
  SiteReport__Output as SiteReport,
} from '@pagebell/protos/report/v1/site_reports'
import { textsOfCheck } from '@pagebell/scoring/check-list'
import { categoryTitle } from '@pagebell/scoring/order-results'
import { counted, grouped } from '../../html/format.ts'
import { findingBadge } from '../../parts/badge.ts'
import { type Column, empty, table } from '../../parts/table.ts'
import { causeInWords, changeInWords, issueInWords } from './issue-words.ts'
import { ignorePath, issuePath, ownPath } from './site-paths.ts'
import { groupsOf, type IssueGroup, type SiteSummary } from './stored-site-report.ts'

const maxNew = 10

/** What the report before did not have: the first thing to look at. */
export function newIssues(report: SiteReport): Html {
  const { compared_with: before, issues } = report
  const path = ownPath(report)
  const title = html`<h2 id="new">New since the last run</h2>`
  // The report before may have been deleted: what has changed since stays, and no page is of it.
  if (before === undefined && issues.every(({ change }) => change == null))
    return html`<section class="card" aria-labelledby="new">${title}
<p class="hint">This is the first report of the site that is kept. The next one says what has changed since.</p>
</section>`
  const all = html`<a class="no-print" href="${path}/compare">All changes</a>`
  const added = issues.filter(({ change }) => (change?.added ?? 0) > 0).sort(failuresFirst)
  const columns: Column<SiteIssue>[] = [
    {
      name: 'Issue',
      kind: 'main',
      cell: (issue) => html`<a href="${issuePath(path, issue.check, before)}">${issue.title}</a>
${isNew(issue) && html`<span class="two">The last run did not have this issue.</span>`}`,
    },
    { name: 'Severity', cell: ({ severity }) => findingBadge(severity) },
    { name: 'New pages', kind: 'number', cell: ({ change }) => grouped(change?.added ?? 0) },
    { name: 'Pages now', kind: 'number', cell: ({ pages }) => grouped(pages) },
  ]
  const left = added.length - maxNew
  const list = html`<div class="card flush">${table('New since the last run', columns, added.slice(0, maxNew))}</div>
${left > 0 && html`<p class="hint">and ${counted(left, 'more issue')} with new pages, below</p>`}`
  const none = html`<p class="hint">No page has an issue that it did not have in the run before.</p>`
  return html`<section class="stack-wide" aria-labelledby="new"><div class="between">${title}${all}</div>
${added.length === 0 ? none : list}</section>`
}

const isNew = ({ change }: SiteIssue): boolean => change != null && changeInWords(change) === 'new'

/** Failures first, and of these the issues that the run before did not have at all. */
function failuresFirst(one: SiteIssue, other: SiteIssue): number {
  if (one.severity !== other.severity) return one.severity === 'fail' ? -1 : 1
  if (isNew(one) !== isNew(other)) return isNew(one) ? -1 : 1
  return (other.change?.added ?? 0) - (one.change?.added ?? 0)
}

/** Every issue of a report, in the order of the report, those that matter most first, on the page at `path`. */
export function issueList(report: SiteReport, summary: SiteSummary | undefined, path: string): Html {
  const { issues, compared_with: before } = report
  const project = path === ownPath(report) ? report.project : undefined
  const items = issues.map((issue, index) => issueItem(path, issue, { before, project, isOpen: index === 0 }))
  const none = empty('good', 'No issue', 'No check warns or fails on any page.')
  return html`<section aria-labelledby="issues" class="stack-wide"><h2 id="issues">Issues, by impact</h2>
<div class="card flush findings">${issues.length === 0 ? none : items}${otherChecks(summary)}</div></section>`
}

/** With the project of an owner, who may ignore the issue. */
type Shown = { before: string | undefined; project: string | undefined; isOpen: boolean }

function issueItem(path: string, issue: SiteIssue, { before, project, isOpen }: Shown): Html {
  const { check, severity, title, category, pages, groups_total, change } = issue
  const words = issueInWords(issue)
  const added = change?.added ?? 0
  const newOnes =
    before !== undefined &&
    added > 0 &&
    html`<a href="${issuePath(path, check, before)}">${counted(added, 'new page')}
<span class="unseen"> of: ${title}</span></a>`
  const ignoring =
    project !== undefined &&
    html`<a href="${ignorePath(project, check)}">Ignore for this site
<span class="unseen">: ${title}</span></a>`
  return html`<details class="finding" id="issue-${check}"${isOpen && html` open`}><summary>${findingBadge(severity)}
<span class="finding-title">${words}</span>
<span class="hint">${change != null && changeInWords(change)}</span></summary>
<div class="finding-body">${issue.kind === 'site' && html`<p>${title}</p>`}
<p class="hint"><code>${check}</code>, ${categoryTitle(category)}</p>
${howToFix(issue)}
${causeTable(title, groupsOf(issue), groups_total)}
<p class="row no-print"><a href="${issuePath(path, check)}">
${pages === 1 ? 'The page' : `All ${counted(pages, 'page')}`}
<span class="unseen"> of: ${title}</span></a>${newOnes}${ignoring}</p></div></details>`
}

/** Why it matters, and what to do. */
export function howToFix({ check, fix }: Pick<SiteIssue, 'check' | 'fix'>): Html {
  const why = textsOfCheck(check)?.why
  return html`${why !== undefined && html`<p><strong>Why it matters:</strong> ${why}</p>`}
${fix !== '' && html`<p><strong>How to fix:</strong> ${fix}</p>`}`
}

/** The causes of an issue, those with the most pages first; nothing for an issue without causes. */
export function causeTable(title: string, groups: readonly IssueGroup[], total: number): Part {
  const rows = groups.map(({ cause, pages }) => ({ pages, words: causeInWords(cause) }))
  if (rows.every(({ words }) => words === undefined)) return undefined
  const left = total - groups.length
  const row = ({ pages, words }: (typeof rows)[number]): Html =>
    html`<tr><td>${grouped(pages)}</td><td>${words ?? '–'}</td></tr>`
  return html`<div class="evidence"><table class="places"><caption class="unseen">Causes of: ${title}</caption>
<thead><tr><th scope="col">Pages</th><th scope="col">Cause</th></tr></thead><tbody>${rows.map(row)}</tbody></table>
${left > 0 && html`<p class="hint">and ${counted(left, 'more cause')}</p>`}</div>`
}

/** Checks over all pages that found nothing, folded. */
export function otherChecks(summary: SiteSummary | undefined): Part {
  const checks = summary?.other_checks ?? []
  if (checks.length === 0) return undefined
  const passed = checks.filter(({ status }) => status === 'pass').length
  const title = `${counted(passed, 'check')} of the whole site passed, ${checks.length - passed} not applicable`
  const item = ({ status, message }: (typeof checks)[number]): Html =>
    html`<div class="finding"><div class="still">${findingBadge(status)}<span class="finding-title">${message}</span>
</div></div>`
  return html`<details class="finding rest"><summary>${title}</summary>${checks.map(item)}</details>`
}
