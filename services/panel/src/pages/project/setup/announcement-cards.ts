import { type Html, html, type Part } from '@pagebell/html/template'
import type { Period__Output as Period, Usage__Output as Usage } from '@pagebell/protos/intake/v1/intake'
import type { Delivery__Output as Delivery } from '@pagebell/protos/notifier/v1/notifier'
import type { Report__Output as Report } from '@pagebell/protos/report/v1/report'
import { normaliseUrl } from '@pagebell/urls/normalise-url'
import type { Clients } from '../../../clients/clients.ts'
import { timeTag } from '../../../html/format.ts'
import type { Frame } from '../../../html/frame.ts'
import { deliveryBadge, ratingBadge, runBadge } from '../../../parts/badge.ts'
import { gauge } from '../../../parts/charts.ts'
import { channelName, engineResponse, isStuck, requeueForm } from '../../../parts/delivery-facts.ts'
import { deliveryReason } from '../../../parts/delivery-reason.ts'
import { isInProgress, progressStages } from '../../../parts/progress.ts'
import { reloadingList } from '../../../parts/table.ts'
import { shownUrl } from '../../../parts/url.ts'
import { type Progress, setupPath } from './setup-progress.ts'
import type { SetupSite } from './step-page.ts'

/** What has come of a page: of the first page of the site, or of another one that was announced in its place. */
export type Announcement = {
  url: string
  report: Report | undefined
  /** Of its newest batch: one for each channel. */
  deliveries: Delivery[]
  /** It was sent off just now: the first delivery is about to appear. */
  isRequested: boolean
  /** Only while there is no delivery. */
  usage: Usage | undefined
}

type Place = { account_id: string; project: string }

/** More than there are channels. */
const maxDeliveries = 10

export async function loadAnnouncement(
  { reports, deliveries, quotas }: Clients,
  { account_id, project }: Place,
  { page, isRequested }: { page: string; isRequested: boolean },
): Promise<Announcement> {
  const normalised = normaliseUrl(page)
  const url = normalised.ok ? normalised.url : page
  const newestOfUrl = { account_id, project, url, sort_by: 'generated_at', sort: 'desc', page: 1, per_page: 10 }
  const [listed, log] = await Promise.all([
    reports.listReports(newestOfUrl),
    deliveries.listDeliveries({ account_id, project, url, per_page: maxDeliveries }),
  ])
  const [first] = log.deliveries
  const usage = first === undefined && isRequested ? await quotas.getUsage({ account_id }) : undefined
  return {
    url,
    // A report service of the version before lists those of other URLs too.
    report: listed.reports.find((one) => one.url === url),
    deliveries: log.deliveries.filter(({ batch_id }) => batch_id === first?.batch_id),
    isRequested,
    usage,
  }
}

/** The progress of a set-up with what its announcement shows, which is read after it and may be further. */
export function progressAfter(progress: Progress, { report, deliveries }: Announcement): Progress {
  const isDelivered = deliveries.some(({ status }) => status === 'delivered')
  return {
    ...progress,
    isRated: progress.isRated || report?.score !== undefined,
    isAnnounced: progress.isAnnounced || isDelivered,
  }
}

/** A held delivery waits for its owner, or for the quota of its search engine. */
const underWay = ['pending', 'checking', 'retrying']

/** Whether the page shows more by itself, soon. */
export function isUnderWay({ report, deliveries, isRequested, usage }: Announcement): boolean {
  const isRated = report === undefined || !isInProgress(report)
  const isOnItsWay = deliveries.length === 0 && isRequested && usedUp(usage) === undefined
  return !isRated || isOnItsWay || deliveries.some(({ status }) => underWay.includes(status))
}

/** The period whose quota leaves no room. */
const usedUp = (usage: Usage | undefined): Period | undefined =>
  [usage?.month, usage?.day].find((period) => period?.remaining === 0) ?? undefined

type ResultCards = { announcement: Announcement; end: Part }

/** The rating, the announcement and what follows, which reload themselves until both have ended. */
export function resultCards(frame: Frame, site: SetupSite, { announcement, end }: ResultCards): Html {
  const { url, report, deliveries } = announcement
  const reload = isUnderWay(announcement) && reloadingList(frame.path, 2)
  return html`<div class="sections" id="list"${reload}>
<section class="card" aria-labelledby="rating"><h2 id="rating">Rating of ${shownUrl(url)}</h2>
${report === undefined ? html`<p class="hint">It is not rated yet.</p>` : ratingOf(report)}</section>
<section class="card" aria-labelledby="announced"><h2 id="announced">Announcement</h2>
${deliveries.length === 0 ? notYet(frame, announcement) : deliveries.map((one) => deliveryItem(frame, site, one))}
</section>${end}</div>`
}

function ratingOf(report: Report): Html {
  const { id, status, result, score, error } = report
  if (isInProgress(report)) return html`<div role="status">${progressStages(report)}</div>`
  if (status === 'failed')
    return html`<p>${runBadge(status)} ${error?.message ?? 'It failed for no known reason.'}
<a href="/reports/${id}">Report</a></p>`
  return html`<div class="report-head">${gauge(score, result)}<div class="stack"><p>${ratingBadge(result, score)}</p>
<p>The report names each finding, with its place and how to fix it.</p>
<a class="button" href="/reports/${id}">Read the report</a></div></div>`
}

/** Between the request and the first delivery: a second, or until the quota has room. */
function notYet({ now }: Frame, { isRequested, usage }: Announcement): Html {
  if (!isRequested) return html`<p class="hint">It is not announced yet.</p>`
  const full = usedUp(usage)
  if (full === undefined) return html`<p role="status">It is on its way …</p>`
  return html`<p class="warning" role="status">Your quota is used up: it is announced when that resets,
${timeTag(full.resets_at, now)}.</p>`
}

function deliveryItem(frame: Frame, site: SetupSite, delivery: Delivery): Html {
  const { id, channel, status, engine_status, engine_message, delivered_at: at } = delivery
  const response =
    (engine_status !== undefined || engine_message !== undefined) &&
    html`<p class="hint">The search engine answered: ${engineResponse(engine_status, engine_message)}</p>`
  return html`<div class="stack-wide"><p class="row" role="status">${deliveryBadge(status)}
<strong>${channelName(channel)}</strong>${at !== undefined && html`<span class="hint">${timeTag(at, frame.now)}</span>`}
<a href="/deliveries/${id}">Delivery</a></p>
${deliveryReason(delivery)}${response}${whatHelps(frame, site, delivery)}</div>`
}

/** For what waits for its owner. */
function whatHelps(frame: Frame, { project, firstPage, progress }: SetupSite, delivery: Delivery): Part {
  if (!isStuck(delivery)) return undefined
  const needsKey = delivery.channel === 'indexnow' && progress.keyFile !== 'served'
  const keyFile = html`<a class="button" href="${setupPath(project, 'key-file', firstPage)}">Key file</a>`
  return html`<div class="row">${needsKey && keyFile}${requeueForm(frame, delivery)}</div>`
}
