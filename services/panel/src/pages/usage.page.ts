import { type Html, html, type Part } from '@pagebell/html/template'
import { counted, exactTime, grouped } from '../html/format.ts'
import { type Frame, frameOf, sendPage } from '../html/frame.ts'
import { barChart, type Day } from '../parts/charts.ts'
import { page } from '../parts/layout.ts'
import { forecastUsedUp, type Quota, quotaBar, quotasOf } from '../parts/quota-bar.ts'
import { table } from '../parts/table.ts'
import { type Route, signedInRoutes } from '../route.ts'
import { accountOf } from '../session/request-session.ts'

type UsagePage = { quotas: [today: Quota, month: Quota]; days: Day[] }

function usagePage(frame: Frame, { quotas, days }: UsagePage): Html {
  return page(frame, {
    title: 'Usage',
    lead: 'One accepted URL is one unit. Duplicates, refused requests and trials cost nothing.',
    body: html`<div class="sections"><section class="card" aria-label="Quota">
<div class="columns">${quotas.map((quota) => quotaBar(quota, frame.now))}</div>${forecast(frame, quotas)}</section>
${daysCard(days)}</div>`,
  })
}

function forecast({ now }: Frame, [today, month]: [Quota, Quota]): Part {
  const monthEnd = new Date(month.resetsAt)
  const monthMs = monthEnd.getTime() - Date.UTC(monthEnd.getUTCFullYear(), monthEnd.getUTCMonth() - 1, 1)
  const sentences = [
    [today, 86_400_000, 'today’s quota'] as const,
    [month, monthMs, 'this month’s quota'] as const,
  ].flatMap(([quota, periodMs, name]) => {
    const usedUp = forecastUsedUp(quota, periodMs, now)
    return usedUp === undefined
      ? []
      : [html`<p>At this rate ${name} is full by ${exactTime(new Date(usedUp).toISOString())}.</p>`]
  })
  return sentences.length > 0 && html`<div class="warning">${sentences}</div>`
}

function daysCard(days: Day[]): Html {
  const used = days.reduce((total, day) => total + day.used, 0)
  const saved = days.reduce((total, { duplicates = 0 }) => total + duplicates, 0)
  const duplicates = counted(saved, 'duplicate')
  const label =
    `URLs accepted a day over the last ${days.length} days, ${grouped(used)} in all, ` +
    `and ${duplicates} on top of them`
  return html`<section class="card" aria-labelledby="days"><div class="between">
<h2 id="days">The last ${days.length} days</h2>
<p class="hint">${counted(used, 'URL')} accepted, ${duplicates} saved, in UTC days</p></div>
${barChart(days, label)}
<p class="hint">Duplicates, the paler part of a bar, were sent a moment before: neither sent nor charged again.</p>
<details><summary>As a table</summary>${daysTable(days)}</details></section>`
}

const daysTable = (days: Day[]): Html =>
  table<Day>(
    'URLs accepted and duplicates saved a day',
    [
      { name: 'Day', kind: 'main', cell: ({ day }) => day },
      { name: 'URLs', kind: 'number', cell: ({ used }) => grouped(used) },
      { name: 'Duplicates saved', kind: 'number', cell: ({ duplicates = 0 }) => grouped(duplicates) },
    ],
    days.toReversed(),
  )

const showUsage: Route = (app, tools) => {
  const { accounts, quotas, usageDays } = tools.clients
  app.get('/usage', async (request, reply) => {
    const account_id = accountOf(request)
    const [account, usage, { days }] = await Promise.all([
      accounts.getAccount({ account_id }),
      quotas.getUsage({ account_id }),
      usageDays.listUsageDays({ account_id, days: 30 }),
    ])
    return sendPage(reply, usagePage(frameOf(request, reply, tools), { quotas: quotasOf(account, usage), days }))
  })
}

export default signedInRoutes(showUsage)
