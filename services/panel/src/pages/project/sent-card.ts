import { type Html, html } from '@pagebell/html/template'
import type {
  VerdictCount__Output as VerdictCount,
  VerdictCounts__Output as VerdictCounts,
} from '@pagebell/protos/pages/v1/pages'
import { counted, grouped } from '../../html/format.ts'
import { explainReason } from '../../parts/delivery-reason.ts'
import { table } from '../../parts/table.ts'

/** How many URLs were sent and skipped lately, and why. `project` names the site whose setting the card links to. */
export function sentCard(project: string, preflight: boolean, { days, counts, is_complete }: VerdictCounts): Html {
  const total = sum(counts)
  const skipped = sum(counts.filter(({ verdict }) => verdict === 'skip'))
  const rows = [...counts].sort((one, other) => other.urls - one.urls)
  const state = html`<p>${
    preflight
      ? html`<strong>On.</strong> Each page is looked at first.`
      : html`<strong>Off.</strong>
Only requests that ask for it have their pages looked at.`
  } <a href="/projects/${project}/settings#preflight">Settings</a></p>`
  const content =
    total === 0
      ? html`<p class="hint">No page was looked at in the last ${days} days.</p>`
      : html`<p class="hint">${!is_complete && 'The newest '}${counted(total, 'decision')} of the last
${days} days. ${skipped > 0 && html`The charge of ${counted(skipped, 'skipped URL')} was given back.`}</p>
${table(
  'What is sent',
  [
    { name: 'Decision', kind: 'main', cell: wordsOf },
    { name: 'URLs', kind: 'number', cell: ({ urls }: VerdictCount) => grouped(urls) },
    { name: 'Share', kind: 'number', cell: ({ urls }: VerdictCount) => `${Math.round((urls / total) * 100)} %` },
  ],
  rows,
)}`
  return html`<section class="card" id="sent" aria-labelledby="sent-title"><h2 id="sent-title">What is sent</h2>
${state}${content}</section>`
}

const sum = (counts: VerdictCount[]): number => counts.reduce((before, { urls }) => before + urls, 0)

function wordsOf({ verdict, reason }: VerdictCount): string {
  if (verdict === 'send') return 'Sent: the page has changed, or search engines have to learn something else of it.'
  if (verdict === 'not_checked') return `Sent without a check${reason === undefined ? '' : `: ${reason}`}.`
  return `Skipped: ${reason === undefined ? '' : explainReason(reason, 'skipped').what}`
}
