import { checkList } from '@pagebell/scoring/check-list'
import { gateCap } from '@pagebell/scoring/score'
import { counted } from '../html/format.ts'
import { type Html, html, type Part } from '../html/html.ts'
import { findingBadge } from './badge.ts'
import { type Finding, isFailedGate, lostPoints } from './finding.ts'
import { findingPlaces } from './finding-places.ts'
import { outsideLink } from './url.ts'

/** Which findings are open at first: the one with the greatest impact, or all, where nothing can be opened. */
type Opening = 'worst' | 'all'

/** The findings of a report. Those with details can be opened. */
export function findingList(findings: readonly Finding[], opening: Opening = 'worst'): Html {
  const worst = findings.find((finding) => lostPoints(finding) > 0)?.id
  const issues = findings.filter(({ status }) => status !== 'pass' && status !== 'not_applicable')
  const items = issues.map((finding) => findingItem(finding, opening === 'all' || finding.id === worst))
  return html`<div class="card flush findings">${items}${otherFindings(findings, opening)}</div>`
}

/** Findings that need no action, folded. */
function otherFindings(findings: readonly Finding[], opening: Opening): Part {
  const passed = findings.filter(({ status }) => status === 'pass')
  const notApplicable = findings.filter(({ status }) => status === 'not_applicable')
  if (passed.length + notApplicable.length === 0) return undefined
  const title = `${counted(passed.length, 'check')} passed, ${notApplicable.length} not applicable`
  const isOpen = opening === 'all'
  return html`<details class="finding rest"${isOpen && html` open`}><summary>${title}</summary>
${[...passed, ...notApplicable].map((finding) => findingItem(finding, isOpen))}</details>`
}

function findingItem(finding: Finding, open: boolean): Html {
  const { id, status, title, message, fix, counted: points, weight, ignored, evidence } = finding
  const { why, learn } = checkList[id] ?? {}
  const isIssue = status !== 'pass' && status !== 'not_applicable'
  const line = html`${findingBadge(status)}<span class="finding-title">${title}</span>
<span class="hint">${impact(finding)}</span>`
  const hasMore = message !== title || fix !== '' || evidence.length > 0 || why !== undefined
  if (!hasMore) return html`<div class="finding"><div class="still">${line}</div></div>`
  return html`<details class="finding" id="check-${id}"${open && html` open`}><summary>${line}</summary>
<div class="finding-body">${message !== title && html`<p>${message}</p>`}
<p class="hint"><code>${id}</code>${points !== null && `, ${points} of ${counted(weight, 'point')}`}</p>
${ignored !== undefined && html`<p class="hint">Left out of the score: ${ignored}</p>`}
${why !== undefined && html`<p>${isIssue && html`<strong>Why it matters:</strong> `}${why}</p>`}
${isIssue && fix !== '' && html`<p><strong>How to fix:</strong> ${fix}</p>`}
${isIssue && learn !== undefined && html`<p>${outsideLink(learn, `Learn more about: ${titleOf(id)}`)}</p>`}
${findingPlaces(finding)}</div></details>`
}

const titleOf = (id: string): string => checkList[id]?.title ?? id

function impact(finding: Finding): string {
  const { gain, cap } = finding
  if (finding.ignored !== undefined) return 'ignored'
  if (isFailedGate(finding)) return `caps the score at ${cap ?? gateCap}`
  if (gain !== undefined) return gain > 0 ? `+${gain} if fixed` : ''
  const points = lostPoints(finding)
  return points > 0 ? `−${counted(points, 'point')}` : ''
}
