import { type Html, html, type Part } from '@pagebell/html/template'
import { counted, exactTime, grouped } from '../../html/format.ts'
import { findingBadge } from '../../parts/badge.ts'
import { type Column, table } from '../../parts/table.ts'
import { outsideLink } from '../../parts/url.ts'
import type { IgnoredIssue, SiteSummary } from './stored-site-report.ts'

const columns: Column<IgnoredIssue>[] = [
  {
    name: 'Issue',
    kind: 'main',
    cell: ({ title, check, url }) => html`${title}<span class="two"><code>${check}</code></span>
${url !== null && html`<span class="two">only on ${outsideLink(url)}</span>`}`,
  },
  { name: 'Severity', cell: ({ severity }) => findingBadge(severity) },
  { name: 'Pages', kind: 'number', cell: ({ pages }) => grouped(pages) },
  { name: 'Reason', cell: ({ reason }) => reason },
  { name: 'Until', cell: ({ expires_at: at }) => (at === null ? 'no end' : exactTime(at)) },
]

/** What does not count in a report, with the reasons, so that nothing is hidden; nothing if all counts. With the
 * project, a link to where its owner changes that. */
export function ignoredIssues(summary: SiteSummary | undefined, project?: string): Part {
  const { ignored = [], ignored_total: total = 0 } = summary ?? {}
  if (total === 0) return undefined
  const left = total - ignored.length
  const link =
    project !== undefined && html`<a class="no-print" href="/projects/${project}/settings#ignored">Ignored checks</a>`
  const more: Html = html`<p class="hint">and ${counted(left, 'more ignored issue')}</p>`
  const title = counted(total, 'ignored issue')
  return html`<section class="stack-wide" aria-labelledby="ignored"><div class="between"><h2 id="ignored">${title}</h2>
${link}</div>
<p class="hint">The project ignores these checks: they are in no score, no issue and no comparison of this report.</p>
<div class="card flush">${table(title, columns, ignored)}</div>${left > 0 && more}</section>`
}
