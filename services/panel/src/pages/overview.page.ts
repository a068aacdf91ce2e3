import type { Delivery__Output as Delivery } from '@pagebell/protos/notifier/v1/notifier'
import type { Report__Output as Report } from '@pagebell/protos/report/v1/report'
import type { Clients } from '../clients/clients.ts'
import { counted } from '../html/format.ts'
import { type Frame, frameOf, sendPage } from '../html/frame.ts'
import { type Html, html, type Part } from '../html/html.ts'
import { page } from '../parts/layout.ts'
import { type Quota, quotaBar, quotasOf } from '../parts/quota-bar.ts'
import { empty } from '../parts/table.ts'
import { type Route, signedInRoutes } from '../route.ts'
import { accountOf } from '../session/request-session.ts'
import { deliveryTable, noDeliveries } from './deliveries.page.ts'
import { type NewReport, newReportForm } from './new-report-form.ts'
import { reportTable } from './reports.page.ts'

/** `more` than `count`, which is the maximum that is counted. */
type Count = { count: number; more: boolean }

type Overview = {
  quotas: Quota[]
  reports: Report[]
  deliveries: Delivery[]
  projects: number
  held: Count
  rejected: Count
}

export function overviewPage(frame: Frame, overview: Overview & { form?: NewReport }): Html {
  const { quotas, reports, deliveries, form = {} } = overview
  const noReports = empty('reports', 'No report yet', 'Enter a page above and see how it does.')
  return page(frame, {
    title: 'Overview',
    body: html`<div class="sections">${attention(overview)}
<section class="card" aria-label="Quota">
<div class="columns">${quotas.map((quota) => quotaBar(quota, frame.now))}</div></section>
<section class="card" aria-labelledby="new"><h2 id="new">Rate a page</h2>
${newReportForm(frame, form, 'overview')}</section>
<section aria-labelledby="reports" class="stack-wide"><div class="between"><h2 id="reports">Newest reports</h2>
<a href="/reports">All reports</a></div>
<div class="card flush">${reports.length > 0 ? reportTable(frame, reports) : noReports}</div></section>
<section aria-labelledby="deliveries" class="stack-wide"><div class="between"><h2 id="deliveries">Newest deliveries</h2>
<a href="/deliveries">All deliveries</a></div>
<div class="card flush">${deliveries.length > 0 ? deliveryTable(frame, deliveries) : nothingSent(overview)}</div>
</section></div>`,
  })
}

/** What the account's owner has to act on, if anything. */
function attention({ quotas, held, rejected }: Overview): Part {
  const urls = ({ count, more }: Count): string => (more ? `more than ${count} URLs` : counted(count, 'URL'))
  const quotaItems = quotas.flatMap(({ name, limit, used }) => {
    if (limit === undefined || used < limit * 0.8) return []
    const text = used >= limit ? 'the quota is used up' : 'more than 80 % of the quota is used'
    return [html`<a href="/usage">${name}: ${text}</a>`]
  })
  const heldItem = html`<a href="/deliveries?status=held">${urls(held)} held</a>: something on your side is missing,
such as the key file`
  const rejectedItem = html`<a href="/deliveries?status=rejected">${urls(rejected)} rejected</a> by a search engine`
  const items = [...quotaItems, ...(held.count > 0 ? [heldItem] : []), ...(rejected.count > 0 ? [rejectedItem] : [])]
  if (items.length === 0) return undefined
  return html`<section class="warning" aria-labelledby="attention"><h2 id="attention">Needs your attention</h2>
<ul>${items.map((item) => html`<li>${item}</li>`)}</ul></section>`
}

function nothingSent({ projects }: Overview): Html {
  if (projects > 0) return noDeliveries
  const text =
    'Add your site as a project and give its webhook to your CMS or deploy hook. ' +
    'Pagebell then submits every changed page to search engines.'
  return empty('deliveries', 'No deliveries yet', text, html`<a class="button" href="/projects">Add a project</a>`)
}

const maxCounted = 100

/** Loads what the overview shows from the services. */
export async function loadOverview(clients: Clients, account_id: string): Promise<Overview> {
  const { accounts, quotas, reports, deliveries, projects } = clients
  const withStatus = async (status: string): Promise<Count> => {
    const found = await deliveries.listDeliveries({ account_id, status, per_page: maxCounted })
    return { count: found.deliveries.length, more: found.next_cursor !== undefined }
  }
  const newest = { account_id, sort: 'desc', page: 1 }
  const [account, usage, newReports, sent, newProjects, held, rejected] = await Promise.all([
    accounts.getAccount({ account_id }),
    quotas.getUsage({ account_id }),
    reports.listReports({ ...newest, sort_by: 'id', per_page: 10 }),
    deliveries.listDeliveries({ account_id, per_page: 10 }),
    projects.listProjects({ ...newest, sort_by: 'created_at', per_page: 10 }),
    withStatus('held'),
    withStatus('rejected'),
  ])
  return {
    quotas: quotasOf(account, usage),
    reports: newReports.reports.slice(0, 5),
    deliveries: sent.deliveries.slice(0, 5),
    projects: newProjects.total,
    held,
    rejected,
  }
}

const showOverview: Route = (app, tools) => {
  app.get('/', async (request, reply) => {
    const overview = await loadOverview(tools.clients, accountOf(request))
    return sendPage(reply, overviewPage(frameOf(request, reply, tools), overview))
  })
}

export default signedInRoutes(showOverview)
