import { type Html, html, type Part } from '@pagebell/html/template'
import type { ChannelTime__Output as ChannelTime } from '@pagebell/protos/notifier/v1/delivery_counts'
import type { Delivery__Output as Delivery } from '@pagebell/protos/notifier/v1/notifier'
import type { Clients } from '../../clients/clients.ts'
import { daysAgo, duration, timeTag } from '../../html/format.ts'
import type { Frame } from '../../html/frame.ts'
import { deliveryBadge } from '../../parts/badge.ts'
import { chartDays } from '../../parts/charts.ts'
import { channelName } from '../../parts/delivery-facts.ts'
import { deliveryReason } from '../../parts/delivery-reason.ts'
import { type EndedDay, endedDays, outcomeChart, successRate } from '../../parts/outcome-chart.ts'
import { statusFigures } from '../../parts/status-figures.ts'
import type { StatusCounts } from '../../parts/status-tabs.ts'
import { type Column, table, unavailable } from '../../parts/table.ts'
import { shownUrl } from '../../parts/url.ts'

export type DeliveryHealth = {
  /** The start of the last 24 hours: a whole minute, as the date field of the list of deliveries has it. */
  from: string
  /** Of what was submitted since then. */
  counts: StatusCounts
  /** Newest delivery of those that wait for something or were refused, in the last 24 hours. */
  trouble: Delivery | undefined
  /** The last 30 days, oldest first. */
  days: EndedDay[]
  times: ChannelTime[]
}

/** In this order: what its owner has to act on comes first. */
const troubled = ['rejected', 'held', 'set_aside', 'retrying'] as const

type HealthOf = { account_id: string; project: string; project_id: string }

/** How the deliveries of a project fare. */
export async function loadHealth(
  { deliveries, deliveryCounts }: Clients,
  { account_id, project, project_id }: HealthOf,
): Promise<DeliveryHealth> {
  const now = Date.now()
  const from = daysAgo(1, now - (now % 60_000))
  const [{ statuses }, { hours }, { channels: times }] = await Promise.all([
    deliveryCounts.countStatuses({ account_id, project, from }),
    deliveryCounts.listEndedHours({ account_id, project_id, from: daysAgo(chartDays, now) }),
    deliveryCounts.measureTimes({ account_id, project }),
  ])
  const status = troubled.find((one) => statuses.some((counted) => counted.status === one && counted.count > 0))
  const newest =
    status === undefined
      ? undefined
      : await deliveries.listDeliveries({ account_id, project, status, from, per_page: 1 })
  return { from, counts: statuses, trouble: newest?.deliveries[0], days: endedDays(hours, chartDays, now), times }
}

/** The last 24 hours by status with the newest problem, and the last 30 days as a chart. */
export function healthCard(frame: Frame, project: string, health: DeliveryHealth | undefined): Html {
  const title = html`<h2 id="health">Deliveries</h2>`
  if (health === undefined)
    return html`<section class="card" aria-labelledby="health">${title}${unavailable('Deliveries')}</section>`
  const { from, counts, trouble, days, times } = health
  return html`<section class="card" aria-labelledby="health"><div class="between">${title}
<p class="hint">Submitted in the last 24 hours</p></div>
${statusFigures(counts, ['delivered', 'pending', 'retrying', 'held', 'rejected'], { project, from })}
${newestTrouble(frame, trouble)}
<h3>Last ${chartDays} days: ${successRate(days)}</h3>
${outcomeChart(days, `Deliveries by day of the last ${chartDays} days`)}
${times.length > 0 && timeTable(times)}</section>`
}

function timeTable(times: ChannelTime[]): Html {
  const columns: Column<ChannelTime>[] = [
    { name: 'Search engine', kind: 'main', cell: ({ channel }) => channelName(channel) },
    { name: 'Half of the URLs', kind: 'number', cell: ({ p50_ms }) => duration(p50_ms) },
    { name: '95 of 100', kind: 'number', cell: ({ p95_ms }) => duration(p95_ms) },
  ]
  return html`<h3>From submission to the engine’s answer</h3>
${table('Time from submission to the answer of the search engine, within', columns, times)}`
}

function newestTrouble(frame: Frame, trouble: Delivery | undefined): Part {
  if (trouble === undefined) return undefined
  return html`<div class="notice"><p class="row">${deliveryBadge(trouble.status)}
<a class="url" href="/deliveries/${trouble.id}">${shownUrl(trouble.url)}</a>
<span class="hint">${timeTag(trouble.last_attempt_at ?? trouble.submitted_at, frame.now)}</span></p>
${deliveryReason(trouble)}</div>`
}
