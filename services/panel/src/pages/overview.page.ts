import { type Html, html, type Part } from '@pagebell/html/template'
import type { Delivery__Output as Delivery } from '@pagebell/protos/notifier/v1/notifier'
import type { Report__Output as Report } from '@pagebell/protos/report/v1/report'
import type {
  ScoreDay__Output as ScoreDay,
  WorsenedReport__Output as WorsenedReport,
} from '@pagebell/protos/report/v1/scores'
import type { Clients } from '../clients/clients.ts'
import { undefinedIfUnavailable } from '../clients/fallbacks.ts'
import { daysAgo } from '../html/format.ts'
import { type Frame, frameOf, sendPage } from '../html/frame.ts'
import { chartDays } from '../parts/charts.ts'
import { page } from '../parts/layout.ts'
import { type EndedDay, endedDays, outcomeChart, successRate } from '../parts/outcome-chart.ts'
import { type Quota, quotaBar, quotasOf } from '../parts/quota-bar.ts'
import { scoresCard } from '../parts/score-days.ts'
import { statusFigures } from '../parts/status-figures.ts'
import { type StatusCounts, statusCount } from '../parts/status-tabs.ts'
import { empty, unavailable } from '../parts/table.ts'
import { readableHost } from '../parts/url.ts'
import { type Route, signedInRoutes } from '../route.ts'
import { accountOf } from '../session/request-session.ts'
import { addSiteForm } from './add-site.page.ts'
import { deliveryTable, noDeliveries } from './deliveries.page.ts'
import { type NewReport, newReportForm } from './new-report-form.ts'
import { isNewProject } from './projects.page.ts'
import { reportTable } from './reports.page.ts'
import { worsenedReports } from './worsened-reports.ts'

/** Each part is loaded by itself and undefined while its service is unavailable. */
type Overview = {
  quotas: Quota[] | undefined
  newest: Report[] | undefined
  worst: Report[] | undefined
  worsened: WorsenedReport[] | undefined
  scores: ScoreDay[] | undefined
  deliveries: Delivery[] | undefined
  counts: StatusCounts | undefined
  days: EndedDay[] | undefined
  projects: number | undefined
  /** The project that was added last, if that is not long ago. */
  newProject: string | undefined
}

export function overviewPage(frame: Frame, overview: Overview & { form?: NewReport }): Html {
  const { quotas, newest, worst, deliveries, form = {} } = overview
  const noReports = empty('reports', 'No report yet', 'Enter a page above and see how it does.')
  const reports = (caption: string, found: Report[] | undefined): Html =>
    found === undefined ? unavailable('Reports') : found.length > 0 ? reportTable(frame, caption, found) : noReports
  const sent =
    deliveries === undefined
      ? unavailable('Deliveries')
      : deliveries.length > 0
        ? deliveryTable(frame, deliveries)
        : nothingSent(overview)
  return page(frame, {
    title: 'Overview',
    body: html`<div class="sections">${overview.projects === 0 && firstSiteCard(frame)}
${firstAnnouncementCard(overview)}${attention(overview)}
${sendingCard(overview)}
${scoresCard(overview.scores ?? [])}
<section class="card" aria-label="Quota">${
      quotas === undefined
        ? unavailable('Quotas')
        : html`<div class="columns">${quotas.map((quota) => quotaBar(quota, frame.now))}</div>`
    }</section>
<section class="card" aria-labelledby="new"><h2 id="new">Rate a page</h2>
${newReportForm(frame, form, 'overview')}</section>
<section aria-labelledby="worst" class="stack-wide"><div class="between">
<h2 id="worst">Pages with the lowest scores</h2><a href="/reports?sort_by=score&amp;sort=asc">All by score</a></div>
<div class="card flush">${reports('Pages with the lowest scores', worst)}</div></section>
${worsenedReports(frame, overview.worsened)}
<section aria-labelledby="reports" class="stack-wide"><div class="between"><h2 id="reports">Newest reports</h2>
<a href="/reports">All reports</a></div>
<div class="card flush">${reports('Newest reports', newest)}</div></section>
<section aria-labelledby="deliveries" class="stack-wide"><div class="between"><h2 id="deliveries">Newest deliveries</h2>
<a href="/deliveries">All deliveries</a></div>
<div class="card flush">${sent}</div></section></div>`,
  })
}

/** The first step of the first site. */
const firstSiteCard = (frame: Frame): Html =>
  html`<section class="card" aria-labelledby="first-site"><h2 id="first-site">Add your site</h2>
<p class="hint">Pagebell finds what it has, and leads you to its first announcement in a few minutes.</p>
${addSiteForm(frame)}</section>`

/** For an account that has a site, and has not submitted a URL. */
function firstAnnouncementCard({ deliveries, newProject: project }: Overview): Part {
  if (project === undefined || deliveries?.length !== 0) return undefined
  const name = readableHost(project)
  return html`<section class="card" aria-labelledby="first-announcement">
<h2 id="first-announcement">Announce the first page of ${name}</h2>
<p class="hint">Pagebell leads you there in a few minutes: how changes arrive, the key file, the first page.</p>
<p><a class="button main" href="/projects/${project}/setup">Continue setting up</a></p></section>`
}

/** How much is delivered, and what waits. */
function sendingCard({ counts, days }: Overview): Html {
  const title = html`<h2 id="sending">Deliveries</h2>`
  if (counts === undefined || days === undefined)
    return html`<section class="card" aria-labelledby="sending">${title}${unavailable('Deliveries')}</section>`
  const label = `Deliveries by day of the last ${chartDays} days`
  return html`<section class="card" aria-labelledby="sending"><div class="between">${title}
<p class="hint">Last ${chartDays} days: ${successRate(days)}</p></div>
${statusFigures(counts, ['pending', 'retrying', 'held', 'rejected'])}
${outcomeChart(days, label)}</section>`
}

/** What the account's owner has to act on, if anything. */
function attention({ quotas = [], counts = [] }: Overview): Part {
  const urls = (status: string): string | undefined => {
    const count = statusCount(counts, [status])
    return count === '0' ? undefined : `${count} ${count === '1' ? 'URL' : 'URLs'}`
  }
  const quotaItems = quotas.flatMap(({ name, limit, used }) => {
    if (limit === undefined || used < limit * 0.8) return []
    const text = used >= limit ? 'the quota is used up' : 'more than 80 % of the quota is used'
    return [html`<a href="/usage">${name}: ${text}</a>`]
  })
  const [held, rejected] = [urls('held'), urls('rejected')]
  const heldItem = html`<a href="/deliveries?status=held">${held} held</a>: something on your side is missing,
such as the key file`
  const rejectedItem = html`<a href="/deliveries?status=rejected">${rejected} rejected</a> by a search engine`
  const items = [...quotaItems, held !== undefined && heldItem, rejected !== undefined && rejectedItem].filter(
    (item) => item !== false,
  )
  if (items.length === 0) return undefined
  return html`<section class="warning" aria-labelledby="attention"><h2 id="attention">Needs your attention</h2>
<ul>${items.map((item) => html`<li>${item}</li>`)}</ul></section>`
}

function nothingSent({ projects = 0 }: Overview): Html {
  if (projects > 0) return noDeliveries
  const text = 'Once your site is added, Pagebell submits its changed pages to search engines.'
  return empty('deliveries', 'No deliveries yet', text, html`<a class="button" href="/sites/new">Add a site</a>`)
}

/** Loads what the overview shows; what cannot be loaded now is left out. */
export async function loadOverview(clients: Clients, account_id: string): Promise<Overview> {
  const { accounts, quotas, reports, scores, deliveries, deliveryCounts, projects } = clients
  const first = { account_id, sort: 'desc', page: 1, per_page: 10 }
  const from = daysAgo(chartDays)
  const loadQuotas = async () => {
    const [account, usage] = await Promise.all([accounts.getAccount({ account_id }), quotas.getUsage({ account_id })])
    return quotasOf(account, usage)
  }
  const [used, newest, worst, worsened, days, sent, statuses, ended, found] = await Promise.all([
    undefinedIfUnavailable(loadQuotas()),
    undefinedIfUnavailable(reports.listReports({ ...first, sort_by: 'id' })),
    undefinedIfUnavailable(reports.listReports({ ...first, sort_by: 'score', sort: 'asc' })),
    undefinedIfUnavailable(scores.listWorsened({ account_id, per_page: 5 })),
    undefinedIfUnavailable(scores.listScoreDays({ account_id, from })),
    undefinedIfUnavailable(deliveries.listDeliveries({ account_id, per_page: 10 })),
    undefinedIfUnavailable(deliveryCounts.countStatuses({ account_id })),
    undefinedIfUnavailable(deliveryCounts.listEndedHours({ account_id, from })),
    undefinedIfUnavailable(projects.listProjects({ ...first, sort_by: 'created_at' })),
  ])
  return {
    quotas: used,
    newest: newest?.reports.slice(0, 5),
    worst: worst?.reports.filter(({ score }) => score !== undefined).slice(0, 5),
    worsened: worsened?.reports,
    scores: days?.days,
    deliveries: sent?.deliveries.slice(0, 5),
    counts: statuses?.statuses,
    days: ended && endedDays(ended.hours, chartDays, Date.now()),
    projects: found?.total,
    newProject: found?.projects.find(isNewProject)?.project,
  }
}

const showOverview: Route = (app, tools) => {
  app.get('/', async (request, reply) => {
    const overview = await loadOverview(tools.clients, accountOf(request))
    return sendPage(reply, overviewPage(frameOf(request, reply, tools), overview))
  })
}

export default signedInRoutes(showOverview)
