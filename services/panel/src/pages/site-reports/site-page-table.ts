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
import { ignorePath, issuePath } from './site-issues.ts'
import { ignoredOn, issuesOf } from './stored-site-report.ts'

export const pageSorts = ['score', 'inlinks', 'url'] as const
export type PageSort = (typeof pageSorts)[number]

type PageTable = { caption: string; path: string; sort: PageSort; report: SiteReport; pages: SitePage[] }

/** The pages of a report under headers that sort them: with the causes of an issue, or with all issues of each. */
export function sitePageTable({ caption, path, sort, report, pages }: PageTable, issue?: string): Html {
  const titles = new Map(report.issues.map(({ check, title }) => [check, title]))
  const page: Column<SitePage> = {
    name: 'Page',
    kind: 'main',
    cell: (one) => html`${pageFacts(one)}
${issue === undefined ? allIssues(report.id, one, titles) : issueOf(report.project, one, issue)}`,
  }
  const { score, inlinks, clicks, answer } = columns
  const listed = [
    sortable(page, 'url', { path, sort }),
    sortable(score, 'score', { path, sort }),
    answer,
    sortable(inlinks, 'inlinks', { path, sort }),
    clicks,
  ]
  return table(caption, listed, pages)
}

const columns = {
  score: { name: 'Score', cell: ({ score }) => (score === undefined ? 'not rated' : ratingBadge(band(score), score)) },
  answer: { name: 'Answer', cell: ({ status }) => (status === undefined ? 'none' : httpStatusBadge(status)) },
  inlinks: { name: 'Inbound links', kind: 'number', cell: ({ inlinks }) => grouped(inlinks) },
  clicks: { name: 'Clicks', kind: 'number', cell: ({ clicks }) => (clicks === undefined ? '–' : grouped(clicks)) },
} as const satisfies Record<string, Column<SitePage>>

const pageFacts = ({ url, redirects_to: target, failure, in_sitemap }: SitePage): Html =>
  html`${outsideLink(url)}
${target !== undefined && html`<span class="two">redirects to ${outsideLink(target)}</span>`}
${failure !== undefined && html`<span class="two">${failure.replaceAll('_', ' ')}</span>`}
${in_sitemap && html`<span class="two">in the sitemap</span>`}`

/** What is wrong with a page, folded: each issue leads to all pages that have it. */
function allIssues(report: string, page: SitePage, titles: ReadonlyMap<string, string>): Part {
  const issues = Object.entries(issuesOf(page)).sort(([, one], [, other]) => (one.severity < other.severity ? -1 : 1))
  const ignored = Object.entries(ignoredOn(page))
  if (issues.length + ignored.length === 0) return undefined
  const fails = issues.filter(([, { severity }]) => severity === 'fail').length
  const item = ([check, { severity }]: (typeof issues)[number]): Html =>
    html`<li>${findingBadge(severity)} <a href="${issuePath(report, check)}">${titles.get(check) ?? check}</a></li>`
  const left = ([check, { severity }]: (typeof ignored)[number]): Html =>
    html`<li>${findingBadge(severity)} ${textsOfCheck(check)?.title ?? check}, ignored</li>`
  return html`<details class="two"><summary>${issueCounts({ fail: fails, warn: issues.length - fails })}${
    ignored.length > 0 && `, ${ignored.length} ignored`
  }</summary>
<ul class="page-issues">${issues.map(item)}${ignored.map(left)}</ul></details>`
}

/** The causes of an issue on a page, and how to ignore it there. */
const issueOf = (project: string, page: SitePage, issue: string): Html =>
  html`${(issuesOf(page)[issue]?.causes ?? []).map((cause) => html`<span class="two">${causeInWords(cause)}</span>`)}
<span class="two no-print"><a href="${ignorePath(project, issue, page.url)}">Ignore for this page
<span class="unseen">: ${page.url}</span></a></span>`

/** Each sort has one direction: the lowest score, the most links, the beginning of the alphabet. */
const directions = { score: 'ascending', inlinks: 'descending', url: 'ascending' } as const

function sortable(column: Column<SitePage>, by: PageSort, { path, sort }: { path: string; sort: PageSort }) {
  return {
    ...column,
    heading: html`<a href="${linkTo(path, { sort: by })}">${column.name}</a>`,
    ...(sort === by && { sorted: directions[by] }),
  }
}
