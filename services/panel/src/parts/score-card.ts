import type { Report__Output as Report } from '@pagebell/protos/report/v1/report'
import { categoryTitle } from '@pagebell/scoring/order-results'
import { band, sumPoints } from '@pagebell/scoring/score'
import { counted, timeTag } from '../html/format.ts'
import type { Frame } from '../html/frame.ts'
import { type Html, html, type Part } from '../html/html.ts'
import { gauge } from './charts.ts'
import { type Category, type Finding, isErrorPage, readCategories, readFindings } from './finding.ts'
import { findingList } from './finding-list.ts'
import { outsideLink } from './url.ts'

/** The result of a report, for its owner and the public alike: the score, the categories, the issues by impact. */
export function reportResult(frame: Frame, report: Report): Html {
  const findings = readFindings(report.results_json)
  const categories = readCategories(report)
  return html`${errorPageWarning(findings)}<section class="card report-head" aria-label="Result">
${gauge(report.score, report.result)}
${facts(frame, report, findings)}</section>
${categories.length > 0 && categoriesCard(categories)}
${findings.length > 0 && issues(findings)}`
}

function facts(frame: Frame, report: Report, findings: readonly Finding[]): Html {
  const { url, final_url, analyzed_at, ruleset, notes, score } = report
  const rated = final_url !== undefined && final_url !== url && html`${outsideLink(final_url)}${redirectsOf(findings)}`
  const fact = (name: string, value: Part): Part =>
    value !== undefined && value !== false && html`<dt>${name}</dt><dd>${value}</dd>`
  return html`<dl class="facts"><dt>Page</dt><dd>${outsideLink(url)}</dd>
${fact('Analyzed', analyzed_at !== undefined && timeTag(analyzed_at, frame.now))}
${fact('Rule set', ruleset)}
${fact('Rated', rated)}
${notes.map((note) => fact('Note', note))}
${fact('Results', findings.length > 0 && summary(findings))}
${fact('Score', findings.length > 0 && score !== undefined && formula(findings, report))}</dl>`
}

function summary(findings: readonly Finding[]): string {
  // As in the categories, which leave out what the project ignores.
  const counting = findings.filter(({ ignored }) => ignored === undefined)
  const count = (status: string): number => counting.filter((finding) => finding.status === status).length
  return [
    counted(count('fail'), 'failure'),
    counted(count('warn'), 'warning'),
    `${counted(count('pass'), 'check')} passed`,
  ].join(', ')
}

const categoriesCard = (categories: readonly Category[]): Html =>
  html`<section class="card" aria-label="Categories">
<div class="categories">${categories.map(category)}</div></section>`

function category({ name, score, fail, warn }: Category): Html {
  const reach = score !== null && html`<rect class="reach" width="${Math.max(2, score)}%" height="6" rx="3"/>`
  const issueCount = fail + warn === 0 ? 'All in order' : `${counted(fail, 'failure')}, ${counted(warn, 'warning')}`
  return html`<div class="category"><span class="quota-name">${categoryTitle(name)}</span>
<strong>${score ?? '–'}</strong>
<svg class="bar ${toneOf(score)}" width="100%" height="6" aria-hidden="true">
<rect class="track" width="100%" height="6" rx="3"/>${reach}</svg>
<span class="hint">${issueCount}</span></div>`
}

const issues = (findings: readonly Finding[]): Html =>
  html`<section aria-labelledby="checks" class="stack-wide"><h2 id="checks">Issues, by impact</h2>
${findingList(findings)}</section>`

/** Shown first: the rated page is an error page, not the page that was meant. */
function errorPageWarning(findings: readonly Finding[]): Part {
  const error = findings.find(isErrorPage)
  if (error === undefined) return undefined
  const status = typeof error.value === 'number' ? error.value : 'with an error'
  return html`<p class="problem" role="status">This page answers ${status}. Search engines drop such a page; what
follows is about the page of that error.</p>`
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
  return html`100 × ${reached} points ÷ ${possible} = ${share}${cap}
<span class="hint">A check that passes has its whole weight, one that warns half of it.</span>`
}

const toneOf = (score: number | null): string => (score === null ? 'quiet' : band(score))
