import { type Html, html, type Part } from '@pagebell/html/template'
import { counted } from '../html/format.ts'
import { type BarDay, stackedBars } from './charts.ts'

export type EndedDay = { day: string; delivered: number; rejected: number }

const dayMs = 86_400_000

/** What ended on each of the last days in UTC, oldest first and up to today, days without any included. */
export function endedDays(
  hours: readonly { hour: string; delivered: number; rejected: number }[],
  days: number,
  now: number,
): EndedDay[] {
  const dayOf = (time: number): string => new Date(time).toISOString().slice(0, 10)
  const byDay = Map.groupBy(hours, ({ hour }) => dayOf(Date.parse(hour)))
  return Array.from({ length: days }, (_, index) => {
    const day = dayOf(now - (days - 1 - index) * dayMs)
    const of = byDay.get(day) ?? []
    return {
      day,
      delivered: of.reduce((sum, one) => sum + one.delivered, 0),
      rejected: of.reduce((sum, one) => sum + one.rejected, 0),
    }
  })
}

/** "98.4 % delivered" of what has ended; no rate is shown where nothing has. */
export function successRate(ended: readonly { delivered: number; rejected: number }[]): string {
  const delivered = ended.reduce((sum, one) => sum + one.delivered, 0)
  const all = ended.reduce((sum, one) => sum + one.delivered + one.rejected, 0)
  if (all === 0) return 'nothing sent'
  // Rounded down: 100 % means all of them.
  return `${Math.floor((1_000 * delivered) / all) / 10} % delivered`
}

/**
 * A bar a day: delivered, and on top of that rejected; undefined where nothing ended. The same figures are in a table
 * for screen readers.
 */
export function outcomeChart(days: readonly EndedDay[], label: string): Part {
  const some = days.filter(({ delivered, rejected }) => delivered + rejected > 0)
  if (some.length === 0) return undefined
  const bars = days.map(
    ({ day, delivered, rejected }): BarDay => ({
      day,
      parts: [
        { className: 'used', value: delivered, text: `${counted(delivered, 'URL')} delivered` },
        { className: 'refused', value: rejected, text: `${counted(rejected, 'URL')} rejected` },
      ],
    }),
  )
  const row = ({ day, delivered, rejected }: EndedDay): Html =>
    html`<tr><th scope="row">${day}</th><td>${delivered}</td><td>${rejected}</td></tr>`
  return html`<ul class="legend" aria-hidden="true"><li>Delivered</li><li class="refused">Rejected</li></ul>
${stackedBars(bars, label)}
<div class="unseen"><table><caption>${label}, UTC</caption>
<thead><tr><th scope="col">Day</th><th scope="col">Delivered</th><th scope="col">Rejected</th></tr></thead>
<tbody>${some.map(row)}</tbody></table></div>`
}
