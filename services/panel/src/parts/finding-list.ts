import { type Html, html, type Part } from '@pagebell/html/template'
import { checkList } from '@pagebell/scoring/check-list'
import { gateCap } from '@pagebell/scoring/score'
import { counted, exactTime } from '../html/format.ts'
import { findingBadge } from './badge.ts'
import { type Finding, isFailedGate, lostPoints } from './finding.ts'
import { findingPlaces } from './finding-places.ts'
import { copyButton } from './form.ts'
import { outsideLink } from './url.ts'

export type FindingListOptions = {
  /** Which findings are open at first: the one with the greatest impact, or all, where nothing can be opened. */
  opening: 'worst' | 'all'
  /** Of the rated page. */
  url: string
  /** Where a check can be left out of the score; undefined for those who may not. */
  ignorePath?: ((check: string) => string) | undefined
}

/** The findings of a report. Those with details can be opened. */
export function findingList(findings: readonly Finding[], options: FindingListOptions): Html {
  const worst = findings.find((finding) => lostPoints(finding) > 0)?.id
  const issues = findings.filter(({ status }) => status !== 'pass' && status !== 'not_applicable')
  const items = issues.map((finding) =>
    findingItem(finding, options, options.opening === 'all' || finding.id === worst),
  )
  return html`<div class="card flush findings">${items}${otherFindings(findings, options)}</div>`
}

/** Findings that need no action, folded. */
function otherFindings(findings: readonly Finding[], options: FindingListOptions): Part {
  const passed = findings.filter(({ status }) => status === 'pass')
  const notApplicable = findings.filter(({ status }) => status === 'not_applicable')
  if (passed.length + notApplicable.length === 0) return undefined
  const title = `${counted(passed.length, 'check')} passed, ${notApplicable.length} not applicable`
  const isOpen = options.opening === 'all'
  return html`<details class="finding rest"${isOpen && html` open`}><summary>${title}</summary>
${[...passed, ...notApplicable].map((finding) => findingItem(finding, options, isOpen))}</details>`
}

function findingItem(finding: Finding, { url, ignorePath }: FindingListOptions, open: boolean): Html {
  const { id, status, title, message, fix, counted: points, weight, ignored, ignoredUntil, evidence } = finding
  const { why, learn } = checkList[id] ?? {}
  const isIssue = status !== 'pass' && status !== 'not_applicable'
  const line = html`${findingBadge(status)}<span class="finding-title">${title}</span>
<span class="hint">${impact(finding)}</span>`
  const hasMore = message !== title || fix !== '' || evidence.length > 0 || why !== undefined
  if (!hasMore) return html`<div class="finding"><div class="still">${line}</div></div>`
  return html`<details class="finding" id="check-${id}"${open && html` open`}><summary>${line}</summary>
<div class="finding-body">${message !== title && html`<p>${message}</p>`}
<p class="hint"><code>${id}</code>${points !== null && `, ${points} of ${counted(weight, 'point')}`}</p>
${ignored !== undefined && html`<p class="hint">Left out of the score${until(ignoredUntil)}: ${ignored}</p>`}
${why !== undefined && html`<p>${isIssue && html`<strong>Why it matters:</strong> `}${why}</p>`}
${isIssue && fix !== '' && html`<p><strong>How to fix:</strong> ${fix}</p>`}
${isIssue && snippet(id, url)}
${isIssue && learn !== undefined && html`<p>${outsideLink(learn, `Learn more about: ${titleOf(id)}`)}</p>`}
${findingPlaces(finding)}
${isIssue && ignored === undefined && ignorePath !== undefined && ignoreLink(id, ignorePath(id))}</div></details>`
}

/** What fixes the page as it stands, to be copied. */
function snippet(id: string, url: string): Part {
  const code = checkList[id]?.snippet
  if (code === undefined) return undefined
  // In an attribute of HTML, as all snippets with an address have it.
  const text = code.replace('{url}', () => url.replaceAll('&', '&amp;'))
  return html`<div class="secret"><code id="fix-${id}">${text}</code>${copyButton(`fix-${id}`, `fix of ${titleOf(id)}`)}
</div>`
}

const ignoreLink = (id: string, path: string): Html =>
  html`<p class="no-print"><a href="${path}">Ignore this check<span class="unseen">: ${titleOf(id)}</span></a>
<span class="hint">on this page or on the whole site, until a date or permanently</span></p>`

const until = (at: string | undefined): Part => at !== undefined && html` until ${exactTime(at)}`

const titleOf = (id: string): string => checkList[id]?.title ?? id

function impact(finding: Finding): string {
  const { gain, cap } = finding
  if (finding.ignored !== undefined) return 'ignored'
  if (isFailedGate(finding)) return `caps the score at ${cap ?? gateCap}`
  if (gain !== undefined) return gain > 0 ? `+${gain} if fixed` : ''
  const points = lostPoints(finding)
  return points > 0 ? `−${counted(points, 'point')}` : ''
}
