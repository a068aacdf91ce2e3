import { type Html, html, type Part } from '@pagebell/html/template'
import type {
  SitePage__Output as SitePage,
  SiteReport__Output as SiteReport,
} from '@pagebell/protos/report/v1/site_reports'
import { textsOfCheck } from '@pagebell/scoring/check-list'
import { band } from '@pagebell/scoring/score'
import { grouped } from '../../html/format.ts'
import { findingBadge, httpStatusBadge, ratingBadge } from '../../parts/badge.ts'
import { linkTo } from '../../parts/pager.ts'
import { type Column, table } from '../../parts/table.ts'
import { outsideLink } from '../../parts/url.ts'
import { causeInWords, issueCounts } from './issue-words.ts'
import { ignorePath, issuePath, ownPath } from './site-paths.ts'
import { ignoredOn, issuesOf } from './stored-site-report.ts'

export const pageSorts = ['score', 'inlinks', 'url'] as const
export type PageSort = (typeof pageSorts)[number]

type PageTable = {
  caption: string
  report: SiteReport
  pages: SitePage[]
  /** Where the issues of the report are. */
  reportPath: string
  /** Path and query of the list, which headers sort. */
  path: string
  sort: PageSort
}

/** The pages of a report under headers that sort them: with the causes of an issue, or with all issues of each. */
export function sitePageTable(list: PageTable, issue?: string): Html {
  const { caption, report, pages, reportPath } = list
  const titleOf = titlesOf(report)
  const project = reportPath === ownPath(report) ? report.project : undefined
  const issueLink = (check: string): Html => html`<a href="${issuePath(reportPath, check)}">${titleOf(check)}</a>`
  const page: Column<SitePage> = {
    name: 'Page',
    kind: 'main',
    cell: (one) => html`${pageFacts(one)}
${issue === undefined ? foldedIssues(one, issueLink) : issueOf(one, issue, project)}`,
  }
  const { score, inlinks, clicks, answer } = pageColumns
  const shown = [
    sortable(page, 'url', list),
    sortable(score, 'score', list),
    answer,
    sortable(inlinks, 'inlinks', list),
    clicks,
  ]
  return table(caption, shown, pages)
}

export const pageColumns = {
  score: { name: 'Score', cell: ({ score }) => (score === undefined ? 'not rated' : ratingBadge(band(score), score)) },
  answer: { name: 'Answer', cell: ({ status }) => (status === undefined ? 'none' : httpStatusBadge(status)) },
  inlinks: { name: 'Inbound links', kind: 'number', cell: ({ inlinks }) => grouped(inlinks) },
  clicks: { name: 'Clicks', kind: 'number', cell: ({ clicks }) => (clicks === undefined ? '–' : grouped(clicks)) },
} as const satisfies Record<string, Column<SitePage>>

export const pageFacts = ({ url, redirects_to: target, failure, in_sitemap }: SitePage): Html =>
  html`${outsideLink(url)}
${target !== undefined && html`<span class="two">redirects to ${outsideLink(target)}</span>`}
${failure !== undefined && html`<span class="two">${failure.replaceAll('_', ' ')}</span>`}
${in_sitemap && html`<span class="two">in the sitemap</span>`}`

/** The titles of checks, which pages name by their ids. */
export function titlesOf({ issues }: SiteReport): (check: string) => string {
  const titles = new Map(issues.map(({ check, title }) => [check, title]))
  return (check) => titles.get(check) ?? check
}

/** What is wrong with a page, folded. */
export function foldedIssues(page: SitePage, nameOf: (check: string) => Part): Part {
  const issues = Object.entries(issuesOf(page)).sort(([, one], [, other]) => (one.severity < other.severity ? -1 : 1))
  const ignored = Object.entries(ignoredOn(page))
  if (issues.length + ignored.length === 0) return undefined
  const fails = issues.filter(([, { severity }]) => severity === 'fail').length
  const item = ([check, { severity }]: (typeof issues)[number]): Html =>
    html`<li>${findingBadge(severity)} ${nameOf(check)}</li>`
  const left = ([check, { severity }]: (typeof ignored)[number]): Html =>
    html`<li>${findingBadge(severity)} ${textsOfCheck(check)?.title ?? check}, ignored</li>`
  return html`<details class="two"><summary>${issueCounts({ fail: fails, warn: issues.length - fails })}${
    ignored.length > 0 && `, ${ignored.length} ignored`
  }</summary>
<ul class="page-issues">${issues.map(item)}${ignored.map(left)}</ul></details>`
}

/** The causes of an issue on a page, and how its owner ignores it there. */
const issueOf = (page: SitePage, issue: string, project: string | undefined): Html =>
  html`${(issuesOf(page)[issue]?.causes ?? []).map((cause) => html`<span class="two">${causeInWords(cause)}</span>`)}
${
  project !== undefined &&
  html`<span class="two no-print"><a href="${ignorePath(project, issue, page.url)}">Ignore for this page
<span class="unseen">: ${page.url}</span></a></span>`
}`

/** Each sort has one direction: the lowest score, the most links, the beginning of the alphabet. */
const directions = { score: 'ascending', inlinks: 'descending', url: 'ascending' } as const

function sortable(column: Column<SitePage>, by: PageSort, { path, sort }: PageTable) {
  return {
    ...column,
    heading: html`<a href="${linkTo(path, { sort: by })}">${column.name}</a>`,
    ...(sort === by && { sorted: directions[by] }),
  }
}
