import { type Html, html } from '@pagebell/html/template'
import type { SiteReport__Output as SiteReport } from '@pagebell/protos/report/v1/site_reports'
import { timeTag } from '../../html/format.ts'
import type { Frame } from '../../html/frame.ts'
import { ratingBadge, runBadge } from '../../parts/badge.ts'
import { unavailable } from '../../parts/table.ts'
import { issueCounts } from './issue-words.ts'

/** The newest report of a whole site, or how to start the first one. */
export function siteCard(frame: Frame, project: string, reports: readonly SiteReport[] | undefined): Html {
  const query = `?project=${encodeURIComponent(project)}`
  const [newest] = reports ?? []
  const start = html`<a class="button" href="/site-reports/new${query}">Rate the site</a>`
  const body =
    newest === undefined
      ? html`<p>No report of the whole site yet: a crawl rates every page, and says what is wrong with most of them.</p>
<p>${start}</p>`
      : newestReport(frame, newest)
  return html`<section class="card" aria-labelledby="site"><div class="between"><h2 id="site">Whole site</h2>
${newest !== undefined && html`<a href="/site-reports${query}">All site reports</a>`}</div>
${reports === undefined ? unavailable('Site reports') : body}</section>`
}

function newestReport(frame: Frame, { id, status, result, score, created_at, issue_counts: counts }: SiteReport): Html {
  const badge = status === 'done' ? ratingBadge(result, score) : runBadge(status)
  return html`<p class="row">${badge}<a href="/site-reports/${id}">Report of ${timeTag(created_at, frame.now)}</a>
${counts != null && html`<span class="hint">${issueCounts(counts)}</span>`}</p>`
}
