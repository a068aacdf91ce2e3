import { type Html, html, type Part } from '@pagebell/html/template'
import type { WorsenedReport__Output as WorsenedReport } from '@pagebell/protos/report/v1/scores'
import { timeTag } from '../html/format.ts'
import type { Frame } from '../html/frame.ts'
import { ratingBadge } from '../parts/badge.ts'
import { table } from '../parts/table.ts'
import { shownUrl } from '../parts/url.ts'

/** Pages whose newest score is lower than the one before; nothing without any, or while they are unavailable. */
export function worsenedReports(frame: Frame, worsened: readonly WorsenedReport[] | undefined): Part {
  const rows = (worsened ?? []).flatMap(({ report, score_before }) =>
    report == null ? [] : [{ report, score_before }],
  )
  if (rows.length === 0) return undefined
  const columns = [
    {
      name: 'Page',
      kind: 'main' as const,
      cell: ({ report }: Row): Html => html`<a class="url" href="/reports/${report.id}">${shownUrl(report.url)}</a>`,
    },
    { name: 'Rating', cell: ({ report }: Row) => ratingBadge(report.result, report.score) },
    { name: 'Before', cell: ({ score_before }: Row) => String(score_before) },
    {
      name: 'Analyzed',
      cell: ({ report }: Row) => report.analyzed_at !== undefined && timeTag(report.analyzed_at, frame.now),
    },
  ]
  return html`<section aria-labelledby="worsened" class="stack-wide"><h2 id="worsened">Newly worse</h2>
<div class="card flush">${table<Row>('Pages that became worse', columns, rows)}</div></section>`
}

type Row = { report: NonNullable<WorsenedReport['report']>; score_before: number }
