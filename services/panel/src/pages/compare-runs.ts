import type { Run__Output as Run } from '@pagebell/protos/report/v1/Run'
import type { RunComparison__Output as RunComparison } from '@pagebell/protos/report/v1/RunComparison'
import { checkList } from '@pagebell/scoring/check-list'
import type { Frame } from '../frame.ts'
import { type Html, html, type Part } from '../html.ts'
import { findingBadge } from '../parts/badge.ts'
import { empty } from '../parts/empty.ts'
import { gauge } from '../parts/gauge.ts'
import { page } from '../parts/layout.ts'
import { table } from '../parts/table.ts'
import { exactTime } from '../parts/time.ts'

type Side = { status: string; points: number; title?: string; message: string } | null
type Difference = { check: string; from: Side; to: Side }

const groups = [
  ['worse', 'Worse'],
  ['better', 'Better'],
  ['new', 'New checks'],
  ['gone', 'Checks that are gone'],
  ['changed', 'Other changes'],
] as const

export function comparePage(frame: Frame, id: string, compared: RunComparison): Html {
  const checks = JSON.parse(compared.checks_json.toString()) as Record<string, Difference[] | undefined>
  const shown = groups.flatMap(([group, title]) => {
    const differences = checks[group] ?? []
    return differences.length === 0 ? [] : [differencesCard(title, differences)]
  })
  return page(frame, {
    title: 'Two runs compared',
    actions: html`<a class="button" href="/reports/${id}">Back to the report</a>`,
    body: html`<div class="sections"><div class="columns">${side('Before', compared.with)}${side('After', compared.run)}</div>
${shown.length > 0 ? shown : html`<div class="card">${empty('good', 'No check changed', 'Both runs found the same.')}</div>`}</div>`,
  })
}

const side = (title: string, run: Run | null): Part =>
  run !== null &&
  html`<section class="card report-head" aria-label="${title}">${gauge(run.score, run.result)}<div><h2>${title}</h2><p class="hint">${exactTime(run.requested_at)}</p>${run.ruleset !== undefined && html`<p class="hint">Rule set ${run.ruleset}</p>`}</div></section>`

const differencesCard = (title: string, differences: Difference[]): Html =>
  html`<section class="stack-wide"><h2>${title}</h2><div class="card flush">${table(
    title,
    [
      { name: 'Check', kind: 'main', cell: ({ check }: Difference) => checkList[check]?.title ?? check },
      { name: 'Before', cell: ({ from }: Difference) => found(from) },
      { name: 'After', cell: ({ to }: Difference) => found(to) },
    ],
    differences,
  )}</div></section>`

const found = (side: Side): Part =>
  side === null
    ? 'not made'
    : html`${findingBadge(side.status)} ${side.title}<span class="two">${side.message !== side.title && side.message}</span>`
