import { type Html, html } from '@pagebell/html/template'
import type { SiteReport__Output as SiteReport } from '@pagebell/protos/report/v1/site_reports'
import { counted, grouped } from '../../html/format.ts'
import type { Frame } from '../../html/frame.ts'
import { postForm } from '../../parts/form.ts'

/** How far a crawl is. */
export function siteProgress({ status, requested, failed, waiting, attempt, selection }: SiteReport): Html {
  if (status === 'queued' && attempt === 0)
    return html`<p>It waits for its turn: one crawl of an account and one of a site at a time.</p>`
  const max = selection?.max_pages ?? 0
  // What is known is not always what there is: the bar never shows more than is certain.
  const share = Math.min(100, (100 * requested) / Math.max(1, Math.min(max, requested + waiting)))
  const reach = requested > 0 && html`<rect class="reach" width="${Math.max(1, share).toFixed(1)}%" height="8" rx="4"/>`
  return html`<p><strong>${grouped(requested)}</strong> of at most ${counted(max, 'address', 'addresses')} requested,
${grouped(failed)} of them without a page. ${grouped(waiting)} more are known.</p>
<svg class="bar calm" width="100%" height="8" role="img"
 aria-label="${share.toFixed(0)} % of the known addresses requested">
<rect class="track" width="100%" height="8" rx="4"/>${reach}</svg>
${attempt > 1 && goesOn(attempt)}
${status === 'queued' && html`<p class="hint">It waits for its next turn.</p>`}`
}

const goesOn = (attempt: number): Html => html`<p class="hint">The crawl made room for those of others, or an analyzer
failed: this is attempt ${attempt}, which goes on from there.</p>`

/** Polls how far the crawl is, and reloads the page at its end. */
export function progressCard(frame: Frame, report: SiteReport): Html {
  const { id } = report
  const cancel = postForm(frame, `/site-reports/${id}/cancel`, html`<button>Cancel</button>`, '')
  return html`<section class="card" aria-labelledby="progress"><h2 id="progress">Crawl in progress</h2>
<div class="stack-wide" id="crawl" data-hx-get="/site-reports/${id}/progress" data-hx-trigger="every 2s"
 data-hx-swap="innerHTML">${siteProgress(report)}</div>
<p class="hint">About five addresses a second are requested: 200 take less than a minute, 10,000 about 34 minutes. You
can leave this page.</p>${cancel}</section>`
}
