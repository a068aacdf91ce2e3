import type { Delivery__Output as Delivery } from '@pagebell/protos/notifier/v1/Delivery'
import type { Report__Output as Report } from '@pagebell/protos/report/v1/Report'
import type { Frame } from '../frame.ts'
import { type Html, html, type Part } from '../html.ts'
import { empty } from '../parts/empty.ts'
import { page } from '../parts/layout.ts'
import { counted } from '../parts/number.ts'
import { type Quota, quotaBar } from '../parts/quota-bar.ts'
import { deliveryTable } from './deliveries.ts'
import { type NewReport, newReportForm } from './new-report.ts'
import { reportTable } from './reports.ts'

export type Overview = {
  quotas: Quota[]
  reports: Report[]
  deliveries: Delivery[]
  projects: number
  held: { count: number; more: boolean }
  rejected: { count: number; more: boolean }
}

type Shown = Overview & { form?: NewReport }

export function overviewPage(frame: Frame, shown: Shown): Html {
  return page(frame, {
    title: 'Overview',
    body: html`<div class="sections">${attention(shown)}
<section class="card" aria-label="Quota"><div class="columns">${shown.quotas.map((quota) => quotaBar(quota, frame.now))}</div></section>
<section class="card" aria-labelledby="new"><h2 id="new">Rate a page</h2>${newReportForm(frame, shown.form ?? {}, 'overview')}</section>
<section aria-labelledby="reports" class="stack-wide"><div class="between"><h2 id="reports">Newest reports</h2><a href="/reports">All reports</a></div>
<div class="card flush">${shown.reports.length > 0 ? reportTable(frame, shown.reports) : empty('reports', 'No report yet', 'Enter a page above and see how it does.')}</div></section>
<section aria-labelledby="deliveries" class="stack-wide"><div class="between"><h2 id="deliveries">Newest deliveries</h2><a href="/deliveries">All deliveries</a></div>
<div class="card flush">${shown.deliveries.length > 0 ? deliveryTable(frame, shown.deliveries) : nothingSent(shown)}</div></section></div>`,
  })
}

/** What its reader has to do something about; nothing is said when there is nothing. */
function attention({ quotas, held, rejected }: Overview): Part {
  const words = (count: number, more: boolean): string => (more ? `more than ${count} URLs` : counted(count, 'URL'))
  const items = [
    ...quotas
      .filter(({ limit, used }) => limit !== undefined && used >= limit * 0.8)
      .map(
        ({ name, limit, used }) =>
          html`<a href="/usage">${name}: ${used >= (limit ?? 0) ? 'the quota is used up' : 'more than 80 % of the quota is used'}</a>`,
      ),
    held.count > 0 &&
      html`<a href="/deliveries?status=held">${words(held.count, held.more)} held</a>: something on your side is missing, such as the key file`,
    rejected.count > 0 &&
      html`<a href="/deliveries?status=rejected">${words(rejected.count, rejected.more)} rejected</a> by a search engine`,
  ].filter((item) => item !== false)
  if (items.length === 0) return undefined
  return html`<section class="warning" aria-labelledby="attention"><h2 id="attention">Needs your attention</h2><ul>${items.map((item) => html`<li>${item}</li>`)}</ul></section>`
}

const nothingSent = ({ projects }: Overview): Html =>
  projects === 0
    ? empty(
        'deliveries',
        'No deliveries yet',
        'Add your site as a project and give its webhook to your CMS or deploy hook. Pagebell then submits every changed page to search engines.',
        html`<a class="button" href="/projects">Add a project</a>`,
      )
    : empty(
        'deliveries',
        'No deliveries yet',
        "Create a project's webhook and post the first changed URLs to it.",
        html`<a class="button" href="/projects">Projects</a>`,
      )
