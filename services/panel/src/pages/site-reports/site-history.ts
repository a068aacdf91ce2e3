import { type Html, html, type Part } from '@pagebell/html/template'
import type { SiteReport__Output as SiteReport } from '@pagebell/protos/report/v1/site_reports'
import { withoutWww } from '@pagebell/urls/without-www'
import { counted, exactTime } from '../../html/format.ts'
import { ratingBadge, runBadge } from '../../parts/badge.ts'
import { stackedBars } from '../../parts/charts.ts'
import { scoreHistory } from '../../parts/score-history.ts'
import { type Column, table } from '../../parts/table.ts'
import { issueCounts } from './issue-words.ts'

/** Reports of a project that are kept. */
const maxShown = 12

/** Of another subdomain is another site. */
const hostOf = ({ url }: SiteReport): string => withoutWww(new URL(url).host)

/** Score and issues of the newest reports of the host, newest first in the table; nothing before the second one. */
export function historyCard(reports: readonly SiteReport[], current: SiteReport): Part {
  const shown = reports.filter((report) => hostOf(report) === hostOf(current)).slice(0, maxShown)
  if (shown.length < 2) return undefined
  const done = shown.filter(({ status }) => status === 'done')
  const scored = done.flatMap(({ score, created_at: at }) => (score === undefined ? [] : [{ score, at }]))
  return html`<section class="card" aria-labelledby="history"><div class="between"><h2 id="history">History</h2>
<p class="hint">${counted(shown.length, 'report')} of the site</p></div>
${scoreHistory(scored)}${issueChart(done)}${historyTable(shown, current)}</section>`
}

/** A bar for each report; the table below has the same figures. */
function issueChart(done: readonly SiteReport[]): Part {
  const bars = done.toReversed().flatMap(({ created_at, issue_counts: counts }) => {
    if (counts == null) return []
    const parts = [
      { className: 'refused', value: counts.fail, text: counted(counts.fail, 'failure') },
      { className: 'warns', value: counts.warn, text: counted(counts.warn, 'warning') },
    ]
    return [{ day: created_at.slice(0, 10), parts }]
  })
  if (bars.length < 2) return undefined
  const [first, last] = [done.at(-1)?.issue_counts, done[0]?.issue_counts]
  const label = `Issues of ${counted(bars.length, 'report')}: ${issueCounts(first ?? none)} in the first, \
${issueCounts(last ?? none)} in the newest`
  return html`<ul class="legend" aria-hidden="true"><li class="refused">Failures</li>
<li class="warns">Warnings</li></ul>
${stackedBars(bars, label)}`
}

const none = { fail: 0, warn: 0 }

function historyTable(reports: readonly SiteReport[], current: SiteReport): Html {
  const columns: Column<SiteReport>[] = [
    {
      name: 'Started',
      kind: 'main',
      cell: ({ id, created_at }) =>
        id === current.id
          ? html`${exactTime(created_at)} <span class="hint">this report</span>`
          : html`<a href="/site-reports/${id}">${exactTime(created_at)}</a>`,
    },
    {
      name: 'Score',
      cell: ({ status, result, score }) => (status === 'done' ? ratingBadge(result, score) : runBadge(status)),
    },
    { name: 'Issues', cell: ({ issue_counts: counts }) => (counts == null ? '–' : issueCounts(counts)) },
    {
      name: 'Actions',
      kind: 'end',
      cell: (report) => compareLink(current, report),
    },
  ]
  return table('Reports of the site', columns, reports)
}

/** The newer one of the two is compared with the older one. */
function compareLink(current: SiteReport, other: SiteReport): Part {
  if (other.id === current.id || other.status !== 'done' || current.status !== 'done') return undefined
  // UUIDv7: by their time.
  const [older, newer] = [current.id, other.id].sort()
  return html`<a class="button small" href="/site-reports/${newer}/compare?with=${older}">Compare<span class="unseen">
 with the report of ${other.created_at.slice(0, 10)}</span></a>`
}
