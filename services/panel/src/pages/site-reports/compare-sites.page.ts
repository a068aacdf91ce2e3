import { type Html, html, type Part } from '@pagebell/html/template'
import type {
  ComparedIssue__Output as ComparedIssue,
  SiteComparison__Output as SiteComparison,
  SiteReport__Output as SiteReport,
} from '@pagebell/protos/report/v1/site_reports'
import { Type } from '@pagebell/schema/type'
import { submitForm } from '../../forms/form-result.ts'
import { exact, exactTime, grouped } from '../../html/format.ts'
import { type Frame, frameOf, sendPage } from '../../html/frame.ts'
import { findingBadge } from '../../parts/badge.ts'
import { gauge } from '../../parts/charts.ts'
import { choice } from '../../parts/form.ts'
import { type Column, empty, table } from '../../parts/table.ts'
import { type Route, signedInRoutes } from '../../route.ts'
import { accountOf } from '../../session/request-session.ts'
import { issueCounts } from './issue-words.ts'
import { issuePath, ownPath } from './site-paths.ts'
import { siteReportPage } from './site-report-tabs.ts'

type ComparePage = {
  report: SiteReport
  /** Of the same project, newest first. */
  reports: SiteReport[]
  /** Undefined if there is nothing to compare it with, for this reason. */
  compared: SiteComparison | undefined
  reason?: string | undefined
}

/** What differs between two reports of a site, issue by issue. */
export function compareSitesPage(frame: Frame, { report, reports, compared, reason }: ComparePage): Html {
  const others = reports.filter(({ id, status }) => id !== report.id && status === 'done')
  const before = compared?.with
  const text = `${reason ?? ''} Run the report again: the two are compared here.`
  const none = html`<div class="card flush">${empty('reports', 'Nothing to compare with', text)}</div>`
  return siteReportPage(frame, {
    report,
    tab: 'Changes',
    title: 'Two site reports compared',
    body: html`${others.length > 0 && otherForm(report, others, before?.id)}
${before == null ? none : comparison(report, before, compared?.issues ?? [])}`,
  })
}

const comparison = (report: SiteReport, before: SiteReport, issues: ComparedIssue[]): Html =>
  html`<div class="columns">${reportCard('Before', before)}${reportCard('After', report)}</div>
${changes(report, before, issues)}`

const reportCard = (title: string, { id, score, result, created_at, issue_counts: counts }: SiteReport): Html =>
  html`<section class="card report-head" aria-label="${title}">${gauge(score, result)}
<div><h2>${title}</h2><p><a href="/site-reports/${id}">${exactTime(created_at)}</a></p>
${counts != null && html`<p class="hint">${issueCounts(counts)}</p>`}</div></section>`

function otherForm({ id }: SiteReport, others: SiteReport[], chosen: string | undefined): Html {
  const options = others.map(({ id: other, created_at, score }) => [other, nameOf(created_at, score)] as const)
  return html`<form method="get" action="/site-reports/${id}/compare" class="inline" aria-label="Compare with">
${choice('with', 'Compare with', chosen, options)}<button>Compare</button></form>`
}

const nameOf = (at: string, score: number | undefined): string =>
  `${exact(at)}${score === undefined ? '' : `, score ${score}`}`

function changes(report: SiteReport, before: SiteReport, issues: ComparedIssue[]): Html {
  const sets = [
    ['Issues with new pages', issues.filter(({ change }) => (change?.added ?? 0) > 0)],
    ['Issues with fewer pages', issues.filter(({ change }) => (change?.added ?? 0) === 0 && (change?.gone ?? 0) > 0)],
    ['Issues without change', issues.filter(({ change }) => (change?.added ?? 0) + (change?.gone ?? 0) === 0)],
  ] as const
  const shown = sets.filter(([, of]) => of.length > 0)
  if (shown.length === 0) {
    const text = 'Neither report has an issue.'
    return html`<div class="card flush">${empty('good', 'No issue', text)}</div>`
  }
  return html`${shown.map(
    ([title, of]) => html`<section class="stack-wide"><h2>${title}</h2><div class="card flush">
${table(title, changeColumns(report, before), of)}</div></section>`,
  )}<p class="hint">Gone are pages that had the issue before and have not now. Those of them that were not requested
this time are counted beside: they are no longer linked, or a limit was reached.</p>`
}

function changeColumns(report: SiteReport, before: SiteReport): Column<ComparedIssue>[] {
  const number = (count: number, to: string, what: string): Part =>
    count === 0 ? '0' : html`<a href="${to}">${grouped(count)}<span class="unseen"> ${what}</span></a>`
  return [
    {
      name: 'Issue',
      kind: 'main',
      cell: ({ title, check }) => html`${title}<span class="two"><code>${check}</code></span>`,
    },
    { name: 'Severity', cell: ({ severity }) => findingBadge(severity) },
    {
      name: 'New',
      kind: 'number',
      cell: ({ check, title, change }) =>
        number(change?.added ?? 0, issuePath(ownPath(report), check, before.id), `new pages of: ${title}`),
    },
    { name: 'Still', kind: 'number', cell: ({ change }) => grouped(change?.same ?? 0) },
    {
      name: 'Gone',
      kind: 'number',
      cell: ({ check, title, change }) =>
        number(change?.gone ?? 0, issuePath(ownPath(before), check, report.id), `pages that are gone of: ${title}`),
    },
    { name: 'Not requested', kind: 'number', cell: ({ change }) => grouped(change?.not_requested ?? 0) },
  ]
}

const params = Type.Object({ id: Type.String() })
const querystring = Type.Object({ with: Type.Optional(Type.String({ format: 'uuid' })) })

const compareSites: Route = (app, tools) => {
  const { siteReports } = tools.clients
  app.get('/site-reports/:id/compare', { schema: { params, querystring } }, async (request, reply) => {
    const which = { account_id: accountOf(request), id: request.params.id }
    const { with: with_id } = request.query
    const report = await siteReports.getSiteReport({ ...which, is_brief: true })
    const { account_id } = which
    const [{ reports }, outcome] = await Promise.all([
      siteReports.listSiteReports({ account_id, project: report.project, per_page: 50 }),
      submitForm(() => siteReports.compareSiteReports({ ...which, ...(with_id !== undefined && { with_id }) })),
    ])
    const compared = outcome.done ? outcome.value : undefined
    const reason = outcome.done ? undefined : outcome.errors.message
    const frame = frameOf(request, reply, tools)
    return sendPage(reply, compareSitesPage(frame, { report: compared?.report ?? report, reports, compared, reason }))
  })
}

export default signedInRoutes(compareSites)
