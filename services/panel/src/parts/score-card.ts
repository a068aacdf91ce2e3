import type { Report__Output as Report } from '@pagebell/protos/report/v1/Report'
import { categoryTitle } from '@pagebell/scoring/order-results'
import { band, sumPoints } from '@pagebell/scoring/score'
import type { Frame } from '../frame.ts'
import { type Html, html, type Part } from '../html.ts'
import { type Finding, isError, readCategories, readFindings } from '../read-findings.ts'
import { findingList } from './findings.ts'
import { gauge } from './gauge.ts'
import { counted } from './number.ts'
import { outsideLink } from './outside-link.ts'
import { timeTag } from './time.ts'

/** What a report says: the score, the categories, what to fix first. For its owner and for the public alike. */
export function reportResult(frame: Frame, report: Report): Html {
  const findings = readFindings(report.results_json)
  const categories = readCategories(report)
  return html`${errorAnswer(findings)}<section class="card report-head" aria-label="Result">${gauge(report.score, report.result)}
<dl class="facts"><dt>Page</dt><dd>${outsideLink(report.url)}</dd>
${report.analyzed_at !== undefined && html`<dt>Analyzed</dt><dd>${timeTag(report.analyzed_at, frame.now)}</dd>`}
${report.ruleset !== undefined && html`<dt>Rule set</dt><dd>${report.ruleset}</dd>`}
${report.final_url !== undefined && report.final_url !== report.url && html`<dt>Rated</dt><dd>${outsideLink(report.final_url)}${redirectsOf(findings)}</dd>`}
${report.notes.map((note) => html`<dt>Note</dt><dd>${note}</dd>`)}
${findings.length > 0 && html`<dt>Results</dt><dd>${summary(findings)}</dd>`}
${findings.length > 0 && report.score !== undefined && html`<dt>Score</dt><dd>${formula(findings, report)}</dd>`}</dl></section>
${
  categories.length > 0 &&
  html`<section class="card" aria-label="Categories"><div class="categories">${categories.map(
    ({
      name,
      score,
      fail,
      warn,
    }) => html`<div class="category"><span class="quota-name">${categoryTitle(name)}</span><strong>${score ?? '–'}</strong>
<svg class="bar ${toneOf(score)}" width="100%" height="6" aria-hidden="true"><rect class="track" width="100%" height="6" rx="3"/>${score !== null && html`<rect class="reach" width="${Math.max(2, score)}%" height="6" rx="3"/>`}</svg>
<span class="hint">${fail + warn === 0 ? 'All in order' : `${counted(fail, 'failure')}, ${counted(warn, 'warning')}`}</span></div>`,
  )}</div></section>`
}
${findings.length > 0 && html`<section aria-labelledby="checks" class="stack-wide"><h2 id="checks">Issues, by impact</h2>${findingList(findings)}</section>`}`
}

function summary(findings: ReturnType<typeof readFindings>): string {
  // As in the categories, which leave out what the project ignores.
  const counting = findings.filter(({ ignored }) => ignored === undefined)
  const count = (status: string): number => counting.filter((finding) => finding.status === status).length
  return [
    counted(count('fail'), 'failure'),
    counted(count('warn'), 'warning'),
    `${counted(count('pass'), 'check')} passed`,
  ].join(', ')
}

/** Said first: what follows is about the page of an error, not about the page that was meant. */
function errorAnswer(findings: readonly Finding[]): Part {
  const error = findings.find(isError)
  return (
    error !== undefined &&
    html`<p class="problem" role="status">This page answers ${typeof error.value === 'number' ? error.value : 'with an error'}. Search engines drop such a page; what follows is about the page of that error.</p>`
  )
}

function redirectsOf(findings: readonly Finding[]): string {
  const count = findings.find(({ id }) => id === 'redirects')?.value
  return typeof count === 'number' && count > 0 ? ` after ${counted(count, 'redirect')}` : ''
}

/** The sums, so that the score can be recomputed by hand from the weights and points of the checks. */
function formula(findings: readonly Finding[], { score = 0, capped_by }: Report): Part {
  const counting = findings.map(({ counted: points, weight }) => ({ points, weight }))
  const { reached, possible, share } = sumPoints(counting)
  const capping = findings.find(({ id }) => id === capped_by)
  const cap = share > score && capping !== undefined && `, at most ${score}: ${capping.title}`
  return html`100 × ${reached} points ÷ ${possible} = ${share}${cap} <span class="hint">A check that passes has its whole weight, one that warns half of it.</span>`
}

const toneOf = (score: number | null): string => (score === null ? 'quiet' : band(score))
