import { gateCap } from '@pagebell/scoring/score'
import { type Html, html, type Part } from '../html.ts'
import { type Evidence, type Finding, isShut, lost } from '../read-findings.ts'
import { findingBadge } from './badge.ts'
import { counted } from './number.ts'
import { outsideLink } from './outside-link.ts'

/** What the checks found, each to be opened where there is more to say. What hurts most is open already. */
export function findingList(findings: readonly Finding[]): Html {
  const worst = findings.find((finding) => lost(finding) > 0)?.id
  const loud = findings.filter(({ status }) => status !== 'pass' && status !== 'not_applicable')
  return html`<div class="card flush">${loud.map((finding) => findingItem(finding, finding.id === worst))}${rest(findings)}</div>`
}

/** What nobody has to do anything about, out of the way. */
function rest(findings: readonly Finding[]): Part {
  const passed = findings.filter(({ status }) => status === 'pass')
  const left = findings.filter(({ status }) => status === 'not_applicable')
  if (passed.length + left.length === 0) return undefined
  return html`<details class="finding rest"><summary>${counted(passed.length, 'check')} passed, ${left.length} not applicable</summary>
${[...passed, ...left].map((finding) => findingItem(finding, false))}</details>`
}

function findingItem(finding: Finding, open: boolean): Html {
  const hasMore = finding.message !== finding.title || finding.fix !== '' || finding.evidence.length > 0
  const line = html`${findingBadge(finding.status)}<span class="finding-title">${finding.title}</span><span class="hint">${cost(finding)}</span>`
  if (!hasMore) return html`<div class="finding"><div class="still">${line}</div></div>`
  return html`<details class="finding" id="check-${finding.id}"${open && html` open`}><summary>${line}</summary>
<div class="finding-body">${finding.message !== finding.title && html`<p>${finding.message}</p>`}
<p class="hint"><code>${finding.id}</code>${finding.counted !== null && `, ${finding.counted} of ${counted(finding.weight, 'point')}`}</p>
${finding.ignored !== undefined && html`<p class="hint">Left out of the score: ${finding.ignored}</p>`}
${finding.status !== 'pass' && finding.fix !== '' && html`<p><strong>How to fix:</strong> ${finding.fix}</p>`}
${finding.evidence.length > 0 && evidenceList(finding)}</div></details>`
}

function cost(finding: Finding): string {
  const { gain, cap } = finding
  if (finding.ignored !== undefined) return 'ignored'
  if (isShut(finding)) return `caps the score at ${cap ?? gateCap}`
  if (gain !== undefined) return gain > 0 ? `+${gain} if fixed` : ''
  const points = lost(finding)
  return points > 0 ? `−${counted(points, 'point')}` : ''
}

function evidenceList({ evidence, evidenceTotal }: Finding): Html {
  const left = evidenceTotal - evidence.length
  return html`<ul class="evidence">${evidence.map((one) => html`<li><dl>${Object.entries(one).map(evidenceLine)}</dl></li>`)}</ul>
${left > 0 && html`<p class="hint">and ${counted(left, 'more place', 'more places')}</p>`}`
}

const evidenceLine = ([name, value]: [string, Evidence[string]]): Html =>
  html`<dt>${name.replaceAll('_', ' ')}</dt><dd>${evidenceValue(name, value)}</dd>`

/** Evidence is text of the page that was looked at: an address becomes a link only where it is one. */
function evidenceValue(name: string, value: unknown): Part {
  if (value === null || value === undefined) return '–'
  if (typeof value !== 'string') return typeof value === 'number' ? String(value) : JSON.stringify(value)
  return /^(url|href|src|link|address|target|location)$/.test(name) ? outsideLink(value) : value
}
