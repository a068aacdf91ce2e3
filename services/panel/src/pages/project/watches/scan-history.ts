import { type Html, html, type Part } from '@pagebell/html/template'
import type { Scan__Output as Scan, ScanList__Output as ScanList } from '@pagebell/protos/pages/v1/watches'
import { counted, exact, grouped, timeTag } from '../../../html/format.ts'
import type { Frame } from '../../../html/frame.ts'
import { scanBadge } from '../../../parts/badge.ts'
import { type BarDay, stackedBars } from '../../../parts/charts.ts'
import { cursorPager } from '../../../parts/pager.ts'
import { table } from '../../../parts/table.ts'

/** What a scan says of pages, in words. */
export function scanCounts({ outcome, found, added, changed, missing }: Scan): string {
  if (outcome === 'failed') return 'nothing could be read'
  if (outcome === 'unchanged' && added + changed + missing === 0) return 'no file has changed'
  const news = [
    added > 0 && `${grouped(added)} new`,
    changed > 0 && `${grouped(changed)} changed`,
    missing > 0 && `${grouped(missing)} missing`,
  ].filter((text) => text !== false)
  return `${counted(found, 'page')} found${news.length === 0 ? '' : `: ${news.join(', ')}`}`
}

/** The scans of a page of the log, newest first: as a chart, and as a table with the same figures. */
export function scanHistory(frame: Frame, { scans, next_cursor }: ScanList, cursor: string | undefined): Html {
  const none = html`<p class="hint">No scan has ended yet.</p>`
  return html`<section class="card" aria-labelledby="scans-title"><h2 id="scans-title">Scans</h2>
${scanChart(scans)}${scans.length === 0 ? none : scanTable(frame, scans)}${cursorPager(frame, cursor, next_cursor)}
</section>`
}

/** New, changed and missing pages of each scan, oldest first; undefined where there are none. */
function scanChart(scans: readonly Scan[]): Part {
  if (scans.every(({ added, changed, missing }) => added + changed + missing === 0)) return undefined
  const bars = scans.toReversed().map(
    ({ ended_at, added, changed, missing }): BarDay => ({
      day: exact(ended_at),
      parts: [
        { className: 'used', value: added, text: counted(added, 'new page') },
        { className: 'saved', value: changed, text: counted(changed, 'changed page') },
        { className: 'refused', value: missing, text: counted(missing, 'missing page') },
      ],
    }),
  )
  return html`<ul class="legend" aria-hidden="true"><li>New</li><li class="saved">Changed</li>
<li class="refused">Missing</li></ul>
${stackedBars(bars, 'New, changed and missing pages of each scan; the table below has the same figures')}`
}

const scanTable = (frame: Frame, scans: Scan[]): Html =>
  table<Scan>(
    'Scans of the watch',
    [
      { name: 'Ended', cell: ({ ended_at }) => timeTag(ended_at, frame.now) },
      {
        name: 'Outcome',
        kind: 'main',
        cell: ({ outcome, problems }) => html`${scanBadge(outcome)}${problems.map(problemLine)}`,
      },
      { name: 'Found', kind: 'number', cell: ({ found }) => grouped(found) },
      { name: 'New', kind: 'number', cell: ({ added }) => grouped(added) },
      { name: 'Changed', kind: 'number', cell: ({ changed }) => grouped(changed) },
      { name: 'Missing', kind: 'number', cell: ({ missing }) => grouped(missing) },
    ],
    scans,
  )

const problemLine = ({ detail }: Scan['problems'][number]): Html => html`<span class="two">${detail}</span>`
