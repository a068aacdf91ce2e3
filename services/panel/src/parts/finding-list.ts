import { gateCap } from '@pagebell/scoring/score'
import { counted } from '../html/format.ts'
import { type Html, html, type Part } from '../html/html.ts'
import { findingBadge } from './badge.ts'
import { type Evidence, type Finding, isFailedGate, lostPoints } from './finding.ts'
import { outsideLink } from './url.ts'

/** The findings of a report. Those with details can be opened; the one with the greatest impact is open. */
export function findingList(findings: readonly Finding[]): Html {
  const worst = findings.find((finding) => lostPoints(finding) > 0)?.id
  const issues = findings.filter(({ status }) => status !== 'pass' && status !== 'not_applicable')
  const items = issues.map((finding) => findingItem(finding, finding.id === worst))
  return html`<div class="card flush">${items}${otherFindings(findings)}</div>`
}

/** Findings that need no action, folded. */
function otherFindings(findings: readonly Finding[]): Part {
  const passed = findings.filter(({ status }) => status === 'pass')
  const notApplicable = findings.filter(({ status }) => status === 'not_applicable')
  if (passed.length + notApplicable.length === 0) return undefined
  const title = `${counted(passed.length, 'check')} passed, ${notApplicable.length} not applicable`
  return html`<details class="finding rest"><summary>${title}</summary>
${[...passed, ...notApplicable].map((finding) => findingItem(finding, false))}</details>`
}

function findingItem(finding: Finding, open: boolean): Html {
  const { id, status, title, message, fix, counted: points, weight, ignored, evidence } = finding
  const line = html`${findingBadge(status)}<span class="finding-title">${title}</span>
<span class="hint">${impact(finding)}</span>`
  const hasMore = message !== title || fix !== '' || evidence.length > 0
  if (!hasMore) return html`<div class="finding"><div class="still">${line}</div></div>`
  return html`<details class="finding" id="check-${id}"${open && html` open`}><summary>${line}</summary>
<div class="finding-body">${message !== title && html`<p>${message}</p>`}
<p class="hint"><code>${id}</code>${points !== null && `, ${points} of ${counted(weight, 'point')}`}</p>
${ignored !== undefined && html`<p class="hint">Left out of the score: ${ignored}</p>`}
${status !== 'pass' && fix !== '' && html`<p><strong>How to fix:</strong> ${fix}</p>`}
${evidence.length > 0 && evidenceList(finding)}</div></details>`
}

function impact(finding: Finding): string {
  const { gain, cap } = finding
  if (finding.ignored !== undefined) return 'ignored'
  if (isFailedGate(finding)) return `caps the score at ${cap ?? gateCap}`
  if (gain !== undefined) return gain > 0 ? `+${gain} if fixed` : ''
  const points = lostPoints(finding)
  return points > 0 ? `−${counted(points, 'point')}` : ''
}

function evidenceList({ evidence, evidenceTotal }: Finding): Html {
  const left = evidenceTotal - evidence.length
  const items = evidence.map((one) => html`<li><dl>${Object.entries(one).map(evidenceLine)}</dl></li>`)
  return html`<ul class="evidence">${items}</ul>
${left > 0 && html`<p class="hint">and ${counted(left, 'more place', 'more places')}</p>`}`
}

const evidenceLine = ([name, value]: [string, Evidence[string]]): Html =>
  html`<dt>${name.replaceAll('_', ' ')}</dt><dd>${evidenceValue(name, value)}</dd>`

/** Evidence is text of the analyzed page: only the value of a field that holds an address becomes a link. */
function evidenceValue(name: string, value: unknown): Part {
  if (value === null || value === undefined) return '–'
  if (typeof value !== 'string') return typeof value === 'number' ? String(value) : JSON.stringify(value)
  return /^(url|href|src|link|address|target|location)$/.test(name) ? outsideLink(value) : value
}
