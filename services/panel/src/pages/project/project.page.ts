import { type Html, html, type Part } from '@pagebell/html/template'
import type { Hook__Output as Hook } from '@pagebell/protos/intake/v1/intake'
import type { Delivery__Output as Delivery } from '@pagebell/protos/notifier/v1/notifier'
import type { Project__Output as Project } from '@pagebell/protos/project/v1/project'
import type { Report__Output as Report } from '@pagebell/protos/report/v1/report'
import type {
  ScoreDay__Output as ScoreDay,
  WorsenedReport__Output as WorsenedReport,
} from '@pagebell/protos/report/v1/scores'
import type { SiteReport__Output as SiteReport } from '@pagebell/protos/report/v1/site_reports'
import { type Clients, findProject } from '../../clients/clients.ts'
import { undefinedIfUnavailable } from '../../clients/fallbacks.ts'
import { counted, daysAgo, timeTag } from '../../html/format.ts'
import { type Frame, frameOf, sendPage } from '../../html/frame.ts'
import { chartDays } from '../../parts/charts.ts'
import { scoresCard } from '../../parts/score-days.ts'
import { unavailable } from '../../parts/table.ts'
import { type Route, signedInRoutes } from '../../route.ts'
import { accountOf } from '../../session/request-session.ts'
import { reportTable } from '../reports.page.ts'
import { siteCard } from '../site-reports/site-card.ts'
import { worsenedReports } from '../worsened-reports.ts'
import { type DeliveryHealth, healthCard, loadHealth } from './health-card.ts'
import { loadChannels, type ProjectChannels } from './load-channels.ts'
import { loadSiteParts, type SetupParts } from './setup/load-setup.ts'
import { nextPage, progressOf } from './setup/setup-progress.ts'
import { continueCard } from './setup/step-page.ts'
import { projectPage } from './tabs.ts'

/** What is undefined is temporarily unavailable; the rest of the page is shown without it. */
type ProjectOverview = {
  project: Project
  parts: SetupParts | undefined
  channels: ProjectChannels
  health: DeliveryHealth | undefined
  newest: Delivery | undefined
  worst: Report[] | undefined
  worsened: WorsenedReport[] | undefined
  scores: ScoreDay[] | undefined
  siteReports: SiteReport[] | undefined
}

function overviewPage(frame: Frame, overview: ProjectOverview): Html {
  const { project, parts, health, worst, worsened, scores = [], siteReports } = overview
  const name = project.project
  const query = `project=${encodeURIComponent(name)}`
  const body = html`${parts !== undefined && setupCard(name, parts)}
${healthCard(frame, name, health)}
${connectionCard(frame, overview)}
${scoresCard(scores)}
${siteCard(frame, name, siteReports)}
${worsenedReports(frame, worsened)}
<section aria-labelledby="worst" class="stack-wide"><div class="between">
<h2 id="worst">Pages with the lowest scores</h2>
<a href="/reports?${query}">All reports</a></div>
<div class="card flush">${worst === undefined ? unavailable('Reports') : worstReports(frame, worst)}</div></section>`
  return projectPage(frame, { project: name, tab: 'Overview', body })
}

const worstReports = (frame: Frame, worst: Report[]): Html =>
  worst.length > 0
    ? reportTable(frame, 'Pages with the lowest scores', worst)
    : html`<p class="empty">No page of this site is rated yet. <a href="/reports">Rate a page</a></p>`

/** Until the set-up of the site is complete, as far as is known. */
function setupCard(project: string, parts: SetupParts): Part {
  if (!parts.isComplete) return undefined
  const progress = progressOf(parts)
  if (nextPage(progress) === undefined) return undefined
  return continueCard({ project, progress })
}

/** How URLs come in, and how they go out. */
function connectionCard(frame: Frame, { project: { project }, parts, channels, newest }: ProjectOverview): Html {
  const path = `/projects/${project}`
  const chosen = channels.channels.filter(({ chosen: isChosen }) => isChosen)
  const paused = new Set(channels.status?.paused ?? [])
  const names = chosen.map(({ channel, title }) => (paused.has(channel) ? `${title} (paused)` : title))
  return html`<section class="card" aria-labelledby="connection"><h2 id="connection">Connection</h2>
<dl class="facts">${parts !== undefined && waysIn(frame, path, parts)}
${parts === undefined && html`<dt>Changes</dt><dd>temporarily unavailable</dd>`}
<dt>Last URL</dt><dd>${newest === undefined ? 'none yet' : timeTag(newest.submitted_at, frame.now)}</dd>
<dt>Default channels</dt><dd>${names.join(', ')}. <a href="${path}/channels">Channels</a></dd>
<dt>Key files</dt><dd>${keyFileState(channels.status?.key_files ?? [])}</dd></dl></section>`
}

/** How changes arrive. */
const waysIn = (frame: Frame, path: string, { watches, sources, hook }: SetupParts): Html =>
  html`<dt>Watches</dt><dd>${countOf(watches, 'watch', 'watches')} <a href="${path}/watches">Watches</a></dd>
<dt>Sources</dt><dd>${countOf(sources, 'source', 'sources')} <a href="${path}/sources">Sources</a></dd>
<dt>Webhook</dt><dd>${webhookState(frame, hook)} <a href="${path}/webhook">Webhook</a></dd>`

const countOf = (list: unknown[], one: string, many: string): string =>
  list.length === 0 ? 'None.' : `${counted(list.length, one, many)}.`

function webhookState(frame: Frame, hook: Hook | undefined): Part {
  if (hook === undefined) return 'Not created yet.'
  if (!hook.enabled) return 'Disabled: requests are refused.'
  const { last_used_at: used, accepted_7d: accepted } = hook
  if (used === undefined) return 'Enabled, never used.'
  return html`Enabled, last used ${timeTag(used, frame.now)}; ${counted(accepted, 'URL')} accepted in 7 days.`
}

function keyFileState(files: { host: string; checked_at?: string; problem?: string }[]): string {
  const checked = files.filter(({ checked_at }) => checked_at !== undefined)
  if (checked.length === 0) return 'Not checked yet.'
  const missing = checked.filter(({ problem }) => problem !== undefined).map(({ host }) => host)
  return missing.length === 0 ? 'All found.' : `Missing on ${missing.join(', ')}.`
}

async function loadOverview(clients: Clients, account_id: string, project: Project): Promise<ProjectOverview> {
  const { project: name, project_id } = project
  const worstFirst = { account_id, project: name, sort_by: 'score', sort: 'asc', page: 1, per_page: 10 }
  const from = daysAgo(chartDays)
  const [parts, health, newest, worst, worsened, days, sites] = await Promise.all([
    undefinedIfUnavailable(loadSiteParts(clients, account_id, project)),
    undefinedIfUnavailable(loadHealth(clients, { account_id, project: name, project_id })),
    undefinedIfUnavailable(clients.deliveries.listDeliveries({ account_id, project: name, per_page: 1 })),
    undefinedIfUnavailable(clients.reports.listReports(worstFirst)),
    undefinedIfUnavailable(clients.scores.listWorsened({ account_id, project: name, per_page: 5 })),
    undefinedIfUnavailable(clients.scores.listScoreDays({ account_id, project_id, from })),
    undefinedIfUnavailable(clients.siteReports.listSiteReports({ account_id, project: name, per_page: 10 })),
  ])
  const channels = parts ?? (await loadChannels(clients, account_id, project))
  const rated = worst?.reports.filter(({ score }) => score !== undefined).slice(0, 5)
  return {
    project,
    parts,
    channels,
    health,
    newest: newest?.deliveries[0],
    worst: rated,
    worsened: worsened?.reports,
    scores: days?.days,
    siteReports: sites?.reports,
  }
}

const showProject: Route = (app, tools) => {
  app.get<{ Params: { project: string } }>('/projects/:project', async (request, reply) => {
    const account_id = accountOf(request)
    const project = await findProject(tools.clients, account_id, request.params.project)
    const overview = await loadOverview(tools.clients, account_id, project)
    return sendPage(reply, overviewPage(frameOf(request, reply, tools), overview))
  })
}

export default signedInRoutes(showProject)
