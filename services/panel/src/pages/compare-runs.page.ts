import { type Html, html, type Part } from '@pagebell/html/template'
import type { Run__Output as Run, RunComparison__Output as RunComparison } from '@pagebell/protos/report/v1/report'
import { Type } from '@pagebell/schema/type'
import { checkList } from '@pagebell/scoring/check-list'
import { exactTime } from '../html/format.ts'
import { type Frame, frameOf, sendPage } from '../html/frame.ts'
import { findingBadge } from '../parts/badge.ts'
import { gauge } from '../parts/charts.ts'
import type { Evidence } from '../parts/finding.ts'
import { excerptOf } from '../parts/finding-places.ts'
import { page } from '../parts/layout.ts'
import { empty, table } from '../parts/table.ts'
import { type Route, signedInRoutes } from '../route.ts'
import { accountOf } from '../session/request-session.ts'

type Side = {
  status: string
  points: number
  title?: string
  message: string
  value?: string | number | null
  evidence?: Evidence[]
} | null
type Difference = { check: string; from: Side; to: Side }

const groups = [
  ['worse', 'Worse'],
  ['better', 'Better'],
  ['new', 'New checks'],
  ['gone', 'Checks that are gone'],
  ['changed', 'Other changes'],
  ['values', 'Same result, other value'],
] as const

export function comparePage(frame: Frame, id: string, compared: RunComparison): Html {
  const checks = JSON.parse(compared.checks_json.toString()) as Record<string, Difference[] | undefined>
  const cards = groups.flatMap(([group, title]) => {
    const differences = checks[group] ?? []
    return differences.length === 0 ? [] : [differencesCard(title, differences)]
  })
  const noChange = html`<div class="card">${empty('good', 'No check changed', 'Both runs found the same.')}</div>`
  return page(frame, {
    title: 'Two runs compared',
    actions: html`<a class="button" href="/reports/${id}">Back to the report</a>`,
    body: html`<div class="sections">
<div class="columns">${runCard('Before', compared.with)}${runCard('After', compared.run)}</div>
${cards.length > 0 ? cards : noChange}</div>`,
  })
}

const runCard = (title: string, run: Run | null): Part =>
  run !== null &&
  html`<section class="card report-head" aria-label="${title}">${gauge(run.score, run.result)}
<div><h2>${title}</h2><p class="hint">${exactTime(run.requested_at)}</p>
${run.ruleset !== undefined && html`<p class="hint">Rule set ${run.ruleset}</p>`}</div></section>`

const differencesCard = (title: string, differences: Difference[]): Html =>
  html`<section class="stack-wide"><h2>${title}</h2><div class="card flush">${table<Difference>(
    title,
    [
      { name: 'Check', kind: 'main', cell: ({ check }) => checkList[check]?.title ?? check },
      { name: 'Before', cell: ({ from }) => findingOf(from) },
      { name: 'After', cell: ({ to }) => findingOf(to) },
    ],
    differences,
  )}</div></section>`

function findingOf(side: Side): Part {
  if (side === null) return 'not made'
  const { status, title, message, value, evidence = [] } = side
  const [first] = evidence
  return html`${findingBadge(status)} ${title}<span class="two">${message !== title && message}</span>
${value !== undefined && value !== null && html`<span class="two">Value: <code>${value}</code></span>`}
${first !== undefined && html`<span class="two">${excerptOf(first)}</span>`}`
}

const params = Type.Object({ id: Type.String() })
const querystring = Type.Object({
  run: Type.String({ format: 'uuid' }),
  with: Type.Optional(Type.String({ format: 'uuid' })),
})

const compareRuns: Route = (app, tools) => {
  app.get('/reports/:id/compare', { schema: { params, querystring } }, async (request, reply) => {
    const { run: run_id, with: with_run_id } = request.query
    const { id } = request.params
    const runs = { run_id, ...(with_run_id === undefined ? {} : { with_run_id }) }
    const compared = await tools.clients.reports.compareRuns({ account_id: accountOf(request), id, ...runs })
    return sendPage(reply, comparePage(frameOf(request, reply, tools), id, compared))
  })
}

export default signedInRoutes(compareRuns)
