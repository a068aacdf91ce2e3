import { fullBy } from '../forecast.ts'
import type { Frame } from '../frame.ts'
import { type Html, html, type Part } from '../html.ts'
import { barChart, type Day } from '../parts/bar-chart.ts'
import { page } from '../parts/layout.ts'
import { counted, grouped } from '../parts/number.ts'
import { type Quota, quotaBar } from '../parts/quota-bar.ts'
import { table } from '../parts/table.ts'
import { exactTime } from '../parts/time.ts'

type Shown = { quotas: [today: Quota, month: Quota]; days: Day[] }

export function usagePage(frame: Frame, { quotas, days }: Shown): Html {
  const sum = days.reduce((total, { used }) => total + used, 0)
  const saved = days.reduce((total, { duplicates = 0 }) => total + duplicates, 0)
  return page(frame, {
    title: 'Usage',
    lead: 'One accepted URL is one unit. Duplicates, refused requests and trials cost nothing.',
    body: html`<div class="sections"><section class="card" aria-label="Quota"><div class="columns">${quotas.map((quota) => quotaBar(quota, frame.now))}</div>${forecast(frame, quotas)}</section>
<section class="card" aria-labelledby="days"><div class="between"><h2 id="days">The last ${days.length} days</h2><p class="hint">${counted(sum, 'URL')} accepted, ${counted(saved, 'duplicate')} saved, in UTC days</p></div>
${barChart(days, `URLs accepted a day over the last ${days.length} days, ${grouped(sum)} in all, and ${counted(saved, 'duplicate')} on top of them`)}
<p class="hint">Duplicates, the paler part of a bar, were sent a moment before: neither sent nor charged again.</p>
<details><summary>As a table</summary>${table(
      'URLs accepted and duplicates saved a day',
      [
        { name: 'Day', kind: 'main', cell: ({ day }: Day) => day },
        { name: 'URLs', kind: 'number', cell: ({ used }: Day) => grouped(used) },
        { name: 'Duplicates saved', kind: 'number', cell: ({ duplicates = 0 }: Day) => grouped(duplicates) },
      ],
      days.toReversed(),
    )}</details></section></div>`,
  })
}

function forecast({ now }: Frame, [today, month]: [Quota, Quota]): Part {
  const monthEnds = new Date(month.resetsAt)
  const monthMs = monthEnds.getTime() - Date.UTC(monthEnds.getUTCFullYear(), monthEnds.getUTCMonth() - 1, 1)
  const sentences = [
    [today, 86_400_000, 'today’s quota'] as const,
    [month, monthMs, 'this month’s quota'] as const,
  ].flatMap(([quota, periodMs, words]) => {
    const full = fullBy(quota, periodMs, now)
    return full === undefined
      ? []
      : [html`<p>At this rate ${words} is full by ${exactTime(new Date(full).toISOString())}.</p>`]
  })
  return sentences.length > 0 && html`<div class="warning">${sentences}</div>`
}
